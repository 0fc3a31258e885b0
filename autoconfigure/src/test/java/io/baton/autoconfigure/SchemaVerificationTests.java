package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.jdbc.BatonSchema;
import io.baton.job.jdbc.UnusableSchemaException;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.util.Arrays;
import java.util.Comparator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.ScriptUtils;

class SchemaVerificationTests {

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_schema_that_baton_made_passes(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_schema_that_a_person_made_passes(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            runByHand(dataSource, database);
            assertThatCode(new BatonSchema(dataSource, null)::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_schema_that_a_person_made_is_taken_over(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            runByHand(dataSource, database);
            BatonSchema schema = new BatonSchema(dataSource, null);
            schema.migrate();
            schema.migrate();
            assertThatCode(schema::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_schema_that_a_person_made_in_part_is_told_of(TestDatabase database) throws Exception {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE baton_worker (id integer)");
            BatonSchema schema = new BatonSchema(dataSource, null);
            assertThatThrownBy(schema::migrate)
                    .isInstanceOf(UnusableSchemaException.class)
                    .hasMessageContaining("V1__jobs.sql failed, and some of what it makes is there already")
                    .extracting(told -> ((UnusableSchemaException) told).action())
                    .asString()
                    .contains("delete the table baton_schema_history");

            String quote = database == TestDatabase.MARIADB ? "`" : "\"";
            sql.execute("DROP TABLE " + quote + "baton_schema_history" + quote);
            sql.execute("DROP TABLE baton_worker");
            runByHand(dataSource, database);
            schema.migrate();
        }
    }

    private static void runByHand(HikariDataSource dataSource, TestDatabase database) throws Exception {
        Resource[] scripts = new PathMatchingResourcePatternResolver()
                .getResources("classpath:io/baton/schema/" + folder(database) + "/V*.sql");
        Arrays.sort(scripts, Comparator.comparing(Resource::getFilename));
        try (Connection connection = dataSource.getConnection()) {
            for (Resource script : scripts) {
                ScriptUtils.executeSqlScript(connection, script);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_empty_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify)
                    .isInstanceOf(UnusableSchemaException.class)
                    .hasMessageContaining("V1__jobs.sql");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_old_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            new JdbcTemplate(dataSource).execute("CREATE TABLE baton_worker (id integer)");
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify).isInstanceOf(UnusableSchemaException.class);
        }
    }

    private static String folder(TestDatabase database) {
        return switch (database) {
            case POSTGRES -> "postgresql";
            case MARIADB -> "mariadb";
            default -> "h2";
        };
    }
}
