package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
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

    @Test
    void commits_outlive_a_kill_of_postgres() {
        try (HikariDataSource database = TestDatabase.POSTGRES.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(database);
            assertThat(sql.queryForObject("SHOW synchronous_commit", String.class))
                    .isEqualTo("on");
            assertThat(sql.queryForObject("SHOW server_version", String.class)).startsWith("18");
        }
    }

    @Test
    void commits_outlive_a_kill_of_mariadb() {
        try (HikariDataSource database = TestDatabase.MARIADB.freshDatabase()) {
            assertThat(new JdbcTemplate(database)
                            .queryForObject("SELECT @@innodb_flush_log_at_trx_commit", Integer.class))
                    .as("written to the operating system at each commit")
                    .isNotZero();
        }
    }
}
