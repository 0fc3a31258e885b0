package io.baton.sample;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.SQLExceptionOverride.Override;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedDatabaseTests {

    @ParameterizedTest
    @CsvSource({"90121, MUST_EVICT", "90098, MUST_EVICT", "90067, MUST_EVICT", "23505, CONTINUE_EVICT"})
    void a_connection_to_a_database_that_was_closed_is_thrown_away(int code, Override expected) {
        assertThat(new ClosedDatabase().adjudicate(new SQLException("any", "90000", code)))
                .isEqualTo(expected);
    }
}
