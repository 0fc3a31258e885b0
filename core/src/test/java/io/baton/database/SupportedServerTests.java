package io.baton.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.start.StartRefusedException;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
            assertThatCode(() -> SupportedServer.require(dataSource)).doesNotThrowAnyException();
        }
    }
}
