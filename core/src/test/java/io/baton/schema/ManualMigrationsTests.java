package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.schema.SchemaAccess.Scripts;
import io.baton.schema.SchemaAccess.Scripts.Made;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

class ManualMigrationsTests {

    private static final String SCRIPT = "V2__several_ways.sql";

    @Test
    void columns_that_are_added_are_seen_however_they_are_written() {
        assertThat(new Scripts("run-by-hand").made(SCRIPT))
                .containsExactly(
                        new Made("baton_thing", "1"),
                        new Made("baton_worker", "first_one"),
                        new Made("baton_worker", "second_one"),
                        new Made("baton_job", "third_one"),
                        new Made("baton_job", "fourth_one"));
    }

    @Test
    void an_alteration_has_run_once_its_columns_are_there() {
        try (HikariDataSource dataSource = TestDatabase.H2.freshDatabase()) {
            JdbcTemplate jdbc = new JdbcTemplate(dataSource);
            jdbc.execute("CREATE TABLE baton_thing (id integer)");
            jdbc.execute("CREATE TABLE baton_worker (first_one integer, second_one integer)");
            jdbc.execute("CREATE TABLE baton_job (third_one integer)");
            SchemaAccess manual = new SchemaAccess(dataSource, null, "run-by-hand");
            assertThat(manual.ran(SCRIPT)).isFalse();
            assertThat(manual.anyOf(SCRIPT)).isTrue();
            jdbc.execute("ALTER TABLE baton_job ADD COLUMN fourth_one integer");
            assertThat(manual.ran(SCRIPT)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb"})
    void every_migration_makes_something_by_which_it_can_be_told(String vendor) {
        Scripts scripts = new Scripts("io/baton/schema/" + vendor);
        assertThat(scripts.names()).first().isEqualTo("V1__tables.sql");
        assertThat(scripts.names())
                .allSatisfy(
                        script -> assertThat(scripts.made(script)).as(script).isNotEmpty());
    }
}
