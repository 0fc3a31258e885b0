package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

class TestDatabaseTests {

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void every_database_is_a_new_one(TestDatabase database) {
        try (HikariDataSource first = database.freshDatabase();
                HikariDataSource second = database.freshDatabase()) {
            new JdbcTemplate(first).execute("CREATE TABLE thing (id integer)");
            new JdbcTemplate(second).execute("CREATE TABLE thing (id integer)");
            assertThat(first.getJdbcUrl()).isNotEqualTo(second.getJdbcUrl());
        }
    }
}
