package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

@ExtendWith(OutputCaptureExtension.class)
class DurabilityWarningTests {

    private static final String WARNING = "jobs that were committed are lost if it crashes";

    private static HikariDataSource pool(DatabaseAccess database, String parameters, String user) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database.url() + "?" + parameters);
        pool.setUsername(user);
        pool.setPassword(database.password());
        return pool;
    }

    private static void start(HikariDataSource pool) {
        new BatonDatabase.SchemaInitializer(new BatonDatabase(pool, null), true, 1_000_000).afterPropertiesSet();
    }

    @Test
    void postgres_answering_before_it_wrote_is_logged_in_one_line(CapturedOutput output) {
        DatabaseAccess database = TestDatabase.POSTGRES.freshAccess();
        try (HikariDataSource pool = pool(database, "options=-c%20synchronous_commit=off", database.user())) {
            start(pool);
        }
        assertThat(output.toString().lines())
                .filteredOn(line -> line.contains(WARNING))
                .singleElement()
                .asString()
                .contains("WARN", "synchronous_commit = off", "Correct that");
    }

    @Test
    void mariadb_answering_before_it_wrote_is_logged_in_one_line(CapturedOutput output) {
        try (HikariDataSource pool = TestDatabase.MARIADB.freshDatabase()) {
            start(pool);
        }
        assertThat(output.toString().lines())
                .filteredOn(line -> line.contains(WARNING))
                .singleElement()
                .asString()
                .contains("innodb_flush_log_at_trx_commit");
    }

    /** The servers of the tests do not wait for the disk, so that one of its own is started. */
    @Test
    void a_durable_postgres_is_not_told_of(CapturedOutput output) {
        try (Workplace place = new Workplace();
                PostgresServer server = PostgresServer.start(
                        Workplace.make(place.directory().resolve("durable")), Map.of(), Reaper.ofThisJvm())) {
            server.createDatabase("durable");
            try (HikariDataSource pool =
                    pool(new DatabaseAccess(server.url("durable"), server.user(), ""), "", server.user())) {
                start(pool);
            }
        }
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void a_durable_mariadb_is_not_told_of(CapturedOutput output) {
        try (HikariDataSource pool = TestDatabase.MARIADB.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(pool);
            Integer setting = sql.queryForObject("SELECT @@global.innodb_flush_log_at_trx_commit", Integer.class);
            sql.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
            try {
                start(pool);
            } finally {
                sql.execute("SET GLOBAL innodb_flush_log_at_trx_commit = " + setting);
            }
        }
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void h2_is_not_told_of(CapturedOutput output) {
        try (HikariDataSource pool = TestDatabase.H2.freshDatabase()) {
            start(pool);
        }
        assertThat(output).doesNotContain(WARNING);
    }

    @Test
    void a_database_that_does_not_tell_starts_all_the_same(CapturedOutput output) {
        DatabaseAccess database = TestDatabase.POSTGRES.freshAccess();
        try (HikariDataSource administrator = pool(database, "", database.user())) {
            JdbcTemplate sql = new JdbcTemplate(administrator);
            sql.execute("CREATE ROLE no_settings LOGIN PASSWORD '" + database.password() + "'");
            sql.execute("GRANT ALL ON SCHEMA public TO no_settings");
            sql.execute("REVOKE ALL ON pg_settings FROM PUBLIC");
        }
        try (HikariDataSource pool = pool(database, "options=-c%20synchronous_commit=off", "no_settings")) {
            start(pool);
            assertThat(new JdbcTemplate(pool).queryForList("SELECT id FROM baton_job"))
                    .isEmpty();
        }
        assertThat(output).doesNotContain(WARNING);
    }
}
