package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.jdbc.BatonSchema;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
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
    void a_schema_that_a_person_made_passes(TestDatabase database) throws SQLException {
        try (HikariDataSource dataSource = database.freshDatabase();
                Connection connection = dataSource.getConnection()) {
            ScriptUtils.executeSqlScript(
                    connection, new ClassPathResource("io/baton/schema/" + folder(database) + "/V1__jobs.sql"));
            assertThatCode(new BatonSchema(dataSource, null)::verify).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_empty_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify)
                    .isInstanceOf(BatonSchema.MissingSchemaException.class)
                    .hasMessageContaining("V1__jobs.sql");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_old_schema_does_not_pass(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            new JdbcTemplate(dataSource).execute("CREATE TABLE baton_worker (id integer)");
            assertThatThrownBy(new BatonSchema(dataSource, null)::verify)
                    .isInstanceOf(BatonSchema.MissingSchemaException.class);
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
