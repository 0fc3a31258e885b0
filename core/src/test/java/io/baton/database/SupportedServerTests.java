package io.baton.database;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.start.StartRefusedException;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

class SupportedServerTests {

    @ParameterizedTest
    @CsvSource({"PostgreSQL, 12, 22", "MariaDB, 10, 5", "MariaDB, 5, 7", "MySQL, 5, 7"})
    void a_version_too_old_is_refused_with_the_one_required(String product, int major, int minor) {
        assertThatThrownBy(() -> SupportedServer.requireRecent(product, major, minor))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining(product + " " + major + "." + minor)
                .extracting(failure -> ((StartRefusedException) failure).action())
                .asString()
                .contains("Upgrade the database to " + product, "or newer");
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 13, 0",
        "PostgreSQL, 18, 6",
        "MariaDB, 10, 6",
        "MariaDB, 11, 4",
        "MySQL, 8, 0",
        "MySQL, 9, 7",
        "H2, 1, 4"
    })
    void other_versions_are_not(String product, int major, int minor) {
        assertThatCode(() -> SupportedServer.requireRecent(product, major, minor))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_databases_of_the_tests_are_not(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            assertThatCode(() -> SupportedServer.require(dataSource, 1_000_000)).doesNotThrowAnyException();
        }
    }

    @Test
    void payloads_larger_than_a_statement_are_refused_with_the_size_required() {
        try (HikariDataSource dataSource = TestDatabase.MARIADB.freshDatabase()) {
            Integer packet = new JdbcTemplate(dataSource).queryForObject("SELECT @@max_allowed_packet", Integer.class);
            int largest = (requireNonNull(packet) - 100_000) / 2;
            assertThatCode(() -> SupportedServer.require(dataSource, largest)).doesNotThrowAnyException();
            assertThatThrownBy(() -> SupportedServer.require(dataSource, largest + 1))
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContainingAll("at most " + packet + " bytes", "baton.payload.max-size")
                    .extracting(failure -> ((StartRefusedException) failure).action())
                    .asString()
                    .contains("Set max_allowed_packet of the server to " + (packet + 1_024) + " or more");
        }
    }
}
