package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.jdbc.RunByHand.Made;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

class RunByHandTests {

    private static final String SCRIPT = "V2__several_ways.sql";

    private static RunByHand on(JdbcTemplate jdbc, String location) {
        Database database = new H2Database();
        return new RunByHand(jdbc, new Tables(null), new SchemaAccess(jdbc, database, null, location), location);
    }

    @Test
    void columns_that_are_added_are_seen_however_they_are_written() {
        assertThat(on(new JdbcTemplate(), "run-by-hand").made(SCRIPT))
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
            RunByHand byHand = on(jdbc, "run-by-hand");
            assertThat(byHand.ran(SCRIPT)).isFalse();
            assertThat(byHand.anyOf(SCRIPT)).isTrue();
            jdbc.execute("ALTER TABLE baton_job ADD COLUMN fourth_one integer");
            assertThat(byHand.ran(SCRIPT)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb", "mysql"})
    void every_migration_makes_something_by_which_it_can_be_told(String vendor) {
        RunByHand byHand = on(new JdbcTemplate(), "io/baton/schema/" + vendor);
        assertThat(byHand.scripts()).first().isEqualTo("V1__jobs.sql");
        assertThat(byHand.scripts())
                .allSatisfy(script -> assertThat(byHand.made(script)).as(script).isNotEmpty());
    }
}
