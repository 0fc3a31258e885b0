package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DuplicateKeyException;

class LoggedFailureTests {

    private final DuplicateKeyException failure =
            new DuplicateKeyException("secret\nforged", new SQLException("Key (payload)=(secret)", "23505", 7));

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @Test
    void without_messages_classes_codes_and_stacks_are_left() {
        assertThat(printed(LoggedFailure.withoutMessages(failure)))
                .contains("org.springframework.dao.DuplicateKeyException" + System.lineSeparator())
                .contains("java.sql.SQLException (SQLState 23505, error code 7)")
                .contains("LoggedFailureTests.java")
                .doesNotContain("secret", "forged");
    }

    @Test
    void messages_keep_to_their_line() {
        assertThat(printed(LoggedFailure.of(failure)))
                .contains("DuplicateKeyException: secret\\nforged")
                .contains("error code 7): Key (payload)=(secret)");
    }

    @Test
    void what_was_suppressed_is_told_too() {
        failure.addSuppressed(new IllegalStateException("secret\rforged"));
        assertThat(printed(LoggedFailure.of(failure))).contains("java.lang.IllegalStateException: secret\\u000dforged");
        assertThat(printed(LoggedFailure.withoutMessages(failure))).doesNotContain("secret");
    }

    @Test
    void causes_in_a_circle_end_somewhere() {
        Exception first = new Exception("first");
        first.initCause(new Exception("second", first));
        assertThat(printed(LoggedFailure.of(first))).contains("first", "second");
    }

    @Test
    void a_failure_that_fails_when_it_is_asked_is_named() {
        Exception hostile = new Exception() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("secret");
            }
        };
        assertThat(LoggedFailure.of(hostile).toString()).endsWith("which cannot describe itself");
    }
}
