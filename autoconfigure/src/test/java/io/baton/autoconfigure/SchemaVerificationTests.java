package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.schema.BatonSchema;
import io.baton.start.StartRefusedException;
import io.baton.testing.MySqlServer;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

class SchemaVerificationTests {

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_schema_that_baton_made_passes(TestDatabase database) {
        try (HikariDataSource dataSource = fresh(database)) {
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_schema_that_a_person_made_passes(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = fresh(database)) {
            runByHand(dataSource, database);
            assertThatCode(new BatonSchema(dataSource, null)::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_schema_that_a_person_made_is_taken_over(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = fresh(database)) {
            runByHand(dataSource, database);
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_schema_that_a_person_made_in_part_is_told_of(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = fresh(database)) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE baton_worker (id integer)");
            BatonSchema schema = new BatonSchema(dataSource, null);
            assertThatThrownBy(schema::migrate)
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("V1__tables.sql failed, and some of what it makes may be there already")
                    .extracting(told -> ((StartRefusedException) told).action())
                    .asString()
                    .contains("delete the table baton_schema_history");

            String quote = quote(database);
            sql.execute("DROP TABLE " + quote + "baton_schema_history" + quote);
            sql.execute("DROP TABLE baton_worker");
            runByHand(dataSource, database);
            schema.migrate();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_schema_of_another_migration_text_is_refused(TestDatabase database) {
        try (HikariDataSource dataSource = fresh(database)) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            sql.execute("UPDATE \"baton_schema_history\" SET \"checksum\" = 1 WHERE \"version\" = '1'"
                    .replace("\"", quote(database)));
            assertThatThrownBy(schema::migrate).hasMessageContaining("Migration checksum mismatch");

            dropAll(sql, database);
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    private static void dropAll(JdbcTemplate sql, TestDatabase database) {
        String tables =
                "SELECT table_name FROM information_schema.tables WHERE table_schema = %s AND LOWER(table_name) LIKE 'baton%%'"
                        .formatted(
                                database == TestDatabase.MARIADB || database == TestDatabase.MYSQL
                                        ? "DATABASE()"
                                        : "CURRENT_SCHEMA");
        String quote = quote(database);
        sql.queryForList(tables, String.class)
                .forEach(table -> sql.execute("DROP TABLE IF EXISTS " + quote + table + quote
                        + (database == TestDatabase.H2 ? " CASCADE" : "")));
        if (database == TestDatabase.POSTGRES) {
            sql.execute("DROP FUNCTION baton_job_is_possible");
        }
    }

    private static HikariDataSource fresh(TestDatabase database) {
        assumeTrue(database != TestDatabase.MYSQL || MySqlServer.isReachable(), "there is no MySQL");
        return database.freshDatabase();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_migration_that_failed_is_told_of_whoever_makes_the_tables(TestDatabase database) {
        try (HikariDataSource dataSource = fresh(database)) {
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            String quote = quote(database);
            String history = quote + "baton_schema_history" + quote;
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.update("UPDATE " + history + " SET " + quote + "success" + quote + " = FALSE WHERE " + quote + "version"
                    + quote + " = '1'");

            assertThatThrownBy(schema::migrate)
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("/V1__tables.sql failed")
                    .extracting(told -> ((StartRefusedException) told).action())
                    .asString()
                    .contains("delete the table baton_schema_history");

            sql.execute("DROP TABLE " + history);
            assertThatCode(schema::verify).doesNotThrowAnyException();
            assertThatCode(schema::migrate).doesNotThrowAnyException();
        }
    }

    private static String quote(TestDatabase database) {
        return database == TestDatabase.MARIADB || database == TestDatabase.MYSQL ? "`" : "\"";
    }

    private static void runByHand(HikariDataSource dataSource, TestDatabase database) throws Exception {
        Resource[] scripts = new PathMatchingResourcePatternResolver()
                .getResources("classpath:io/baton/schema/" + folder(database) + "/V*.sql");
        Arrays.sort(
                scripts,
                Comparator.comparingInt(script ->
                        Integer.parseInt(String.valueOf(script.getFilename()).replaceAll("V(\\d+)__.*", "$1"))));
        try (Connection connection = dataSource.getConnection()) {
            for (Resource script : scripts) {
                // by default it leaves out comments, also those that only one of MariaDB and MySQL reads
                ScriptUtils.executeSqlScript(
                        connection, new EncodedResource(script), false, false, "--", ";", "/**", "**/");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void an_empty_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = fresh(database)) {
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify)
                    .isInstanceOf(StartRefusedException.class)
                    .hasMessageContaining("V1__tables.sql");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void an_old_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = fresh(database)) {
            new JdbcTemplate(dataSource).execute("CREATE TABLE baton_worker (id integer)");
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify).isInstanceOf(StartRefusedException.class);
        }
    }

    private static String folder(TestDatabase database) {
        return switch (database) {
            case POSTGRES -> "postgresql";
            case MARIADB, MYSQL -> "mariadb";
            default -> "h2";
        };
    }
}
