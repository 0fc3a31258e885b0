package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.loop.FailureText.ExplainedException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;

@ExtendWith(OutputCaptureExtension.class)
class FailureTextTests {

    private final SQLException ofTheDatabase =
            new SQLException("Key (payload)=(secret) already exists.", "23505", 7, new IllegalStateException("secret"));

    private final DuplicateKeyException failure = new DuplicateKeyException("secret", ofTheDatabase);

    @Test
    void a_failure_of_the_database_is_told_by_its_codes() {
        assertThat(FailureText.of(failure))
                .isEqualTo("org.springframework.dao.DuplicateKeyException,"
                        + " caused by java.sql.SQLException (SQLState 23505, error code 7)");
    }

    @Test
    void causes_follow_their_failure() {
        Exception root = new Exception();
        Exception caused = new Exception(root);
        assertThat(FailureText.causes(caused)).containsExactly(caused, root);
        assertThat(FailureText.causes(null)).isEmpty();
    }

    @Test
    void a_cause_that_cannot_be_read_is_none() {
        Exception failure = new Exception("the message") {
            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException("no cause for you");
            }
        };
        assertThat(FailureText.causes(failure)).containsExactly(failure);
    }

    @Test
    void a_circle_of_causes_ends() {
        Exception one = new Exception();
        Exception other = new Exception(one);
        one.initCause(other);
        assertThat(FailureText.causes(one)).hasSize(20).containsOnly(one, other);
    }

    /** The texts are those of the servers. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "ERROR: permission denied for table baton_pause,42501,0,baton_pause",
                "UPDATE command denied to user 'secret'@'%' for table `shop`.`baton_job`,42000,1142,baton_job",
                "Not enough rights for object |\"PUBLIC.BATON_JOB\"|; SQL statement: secret,90096,90096,BATON_JOB"
            })
    void a_missing_right_is_told_with_its_table(String message, String state, int code, String table) {
        SQLException refused = new SQLException(message, state, code);
        assertThat(FailureText.of(new BadSqlGrammarException("secret", "secret", refused)))
                .contains("(SQLState " + state)
                .endsWith("): the database user lacks SELECT, INSERT, UPDATE or DELETE on " + table
                        + " and needs all four")
                .doesNotContain("secret");
    }

    @Test
    void a_table_is_named_for_a_missing_right_only() {
        assertThat(FailureText.of(new SQLException("relation baton_secret", "42P01")))
                .doesNotContain("secret");
        assertThat(FailureText.of(new SQLException("permission denied for secret", "42501")))
                .doesNotContain("secret");
    }

    @Test
    void a_failure_that_explains_itself_is_told_by_its_message() {
        assertThat(FailureText.of(new ExplainedException("A row is held\nby another")))
                .isEqualTo("A row is held\\nby another");
    }

    @Test
    void any_other_is_told_by_its_root_cause() {
        assertThat(FailureText.of(new IllegalStateException("secret", new RuntimeException(new Error("secret")))))
                .isEqualTo("java.lang.IllegalStateException, caused by java.lang.Error");
        assertThat(FailureText.of(new Error("secret"))).isEqualTo("java.lang.Error");
    }

    @Test
    void causes_in_a_circle_are_left_somewhere() {
        Exception first = new Exception("secret");
        first.initCause(new Exception("secret", first));
        assertThat(FailureText.of(first)).doesNotContain("secret");
    }

    @Test
    void a_loop_that_fails_logs_no_message(CapturedOutput output) {
        Loop loop = new Loop("failing", () -> {
            throw failure;
        });
        loop.start();
        org.awaitility.Awaitility.await().until(() -> output.toString().contains("SQLState 23505"));
        loop.stop(java.time.Duration.ofMinutes(1));
        // another test may have left the level at DEBUG, which shows the whole failure
        assertThat(output.toString().lines())
                .filteredOn(line -> line.contains(" WARN "))
                .isNotEmpty()
                .noneMatch(line -> line.contains("secret"));
    }
}
