package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Which failures are those of a failover, and not of the statement. */
class TransientFailureTests {

    @ParameterizedTest
    @ValueSource(strings = {"08006", "08S01", "40001", "40P01", "57P01", "57P03", "57014", "53300", "70100", "25006"})
    void a_state_of_the_server_is_one_anywhere_in_the_causes(String state) {
        assertThat(TransientFailure.is(new IllegalStateException(new SQLException("away", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "22001", "42601", "25P02", "54000", "HY000", "P0001"})
    void a_state_of_the_statement_is_none(String state) {
        assertThat(TransientFailure.is(new SQLException("refused", state))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({", true", "HYT00, true", "HY000, false"})
    void a_type_counts_unless_the_state_is_the_general_one(String state, boolean expected) {
        assertThat(TransientFailure.is(new SQLTransientConnectionException("away", state)))
                .isEqualTo(expected);
    }

    @Test
    void a_conflict_with_the_general_state_is_one_by_its_code() {
        assertThat(TransientFailure.is(new SQLException("Record has changed since last read", "HY000", 1020)))
                .isTrue();
        assertThat(TransientFailure.is(new SQLException("Got error 149 during COMMIT", "HY000", 1180)))
                .isTrue();
        assertThat(TransientFailure.is(new SQLException("Got error 5 during COMMIT", "HY000", 1180)))
                .isFalse();
    }

    /** Of PostgreSQL, MariaDB and H2, as Flyway throws it too: the failure of the driver, without a translation. */
    @ParameterizedTest
    @CsvSource({"40P01, 0", "40001, 0", "40001, 1213", "40001, 40001", "HY000, 1020"})
    void a_deadlock_is_a_collision_and_no_lock_timeout(String state, int code) {
        SQLException deadlock = new SQLException("deadlock", state, code);
        assertThat(TransientFailure.isCollision(new IllegalStateException(deadlock)))
                .isTrue();
        assertThat(TransientFailure.isLockTimeout(deadlock)).isFalse();
    }

    /** Those of PostgreSQL, MariaDB, MySQL and H2. The second try would wait for as long. */
    @ParameterizedTest
    @CsvSource({"55P03, 0", "HY000, 1205", "40001, 1205", "HYT00, 50200"})
    void a_wait_that_was_too_long_is_no_collision(String state, int code) {
        SQLException waited = new SQLException("waited", state, code);
        assertThat(TransientFailure.isLockTimeout(waited)).isTrue();
        assertThat(TransientFailure.isCollision(waited)).isFalse();
        assertThat(TransientFailure.isCollision(new CannotAcquireLockException("waited", waited)))
                .isFalse();
    }

    /** Such as by a limit that the application sets for the time of its statements. */
    @ParameterizedTest
    @CsvSource({"57014, 0", "70100, 1317", "70100, 1969"})
    void a_cancelled_statement_of_the_application_has_failed_by_itself(String state, int code) {
        SQLException cancelled = new SQLException("cancelled", state, code);
        assertThat(TransientFailure.is(cancelled)).isTrue();
        assertThat(TransientFailure.isOfServer(new IllegalStateException(cancelled)))
                .isFalse();
    }

    @Test
    void a_killed_connection_is_the_servers_failure() {
        assertThat(TransientFailure.isOfServer(new SQLTimeoutException("killed", "70100", 1927)))
                .isTrue();
        assertThat(TransientFailure.isOfServer(new SQLException("cut", "08006")))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_write_on_a_server_that_only_reads_fails_for_its_resource(TestDatabase kind) {
        try (HikariDataSource pool = kind.freshDatabase();
                SingleConnectionDataSource connection = new SingleConnectionDataSource(
                        pool.getJdbcUrl(), pool.getUsername(), pool.getPassword(), true)) {
            new JdbcTemplate(pool).execute("CREATE TABLE probe (id bigint)");
            String characteristics = kind == TestDatabase.POSTGRES ? "CHARACTERISTICS AS " : "";
            new JdbcTemplate(connection).execute("SET SESSION " + characteristics + "TRANSACTION READ ONLY");
            Database database = new Database(connection, null);
            assertThatThrownBy(() -> database.update("INSERT INTO probe VALUES (1)"))
                    .isInstanceOf(DataAccessResourceFailureException.class)
                    .matches(TransientFailure::is);
        }
    }
}
