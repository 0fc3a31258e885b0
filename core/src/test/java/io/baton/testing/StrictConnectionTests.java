package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrictConnectionTests {

    private final StrictFaults all = new StrictFaults(100, 1);

    private Connection strict(HikariDataSource pool) throws SQLException {
        return StrictConnection.around(pool.getConnection(), true, all);
    }

    /** Returns the state with which a statement fails; empty if it does not. */
    private static String execute(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return "";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }

    /** Does the same while nothing is refused. */
    private String executePaused(Connection connection, String sql) {
        return all.paused(() -> execute(connection, sql));
    }

    private static String commit(Connection connection) {
        try {
            connection.commit();
            return "";
        } catch (SQLException e) {
            return e.getSQLState() + " " + e.getErrorCode();
        }
    }

    @Test
    void a_refused_statement_of_postgres_fails_its_transaction() throws SQLException {
        try (HikariDataSource pool = TestDatabase.POSTGRES.freshDatabase();
                Connection connection = strict(pool)) {
            connection.setAutoCommit(false);
            assertThat(execute(connection, "SELECT 1")).isIn("40001", "40P01");
            assertThat(executePaused(connection, "SELECT 1")).isEqualTo("25P02");
            connection.rollback();
            assertThat(executePaused(connection, "SELECT 1")).isEmpty();
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_refused_commit_is_rolled_back(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = database.freshDatabase();
                Connection connection = strict(pool)) {
            assertThat(executePaused(connection, "CREATE TABLE thing (id integer PRIMARY KEY)"))
                    .isEmpty();
            connection.setAutoCommit(false);
            assertThat(executePaused(connection, "INSERT INTO thing VALUES (1)"))
                    .isEmpty();
            assertThat(commit(connection)).isEqualTo(database == TestDatabase.MARIADB ? "40001 1213" : "40001 0");
            assertThat(executePaused(connection, "INSERT INTO thing VALUES (1)"))
                    .as("the row is not there")
                    .isEmpty();
            connection.rollback();
        }
    }

    @Test
    void mariadb_refuses_writes_that_commit_by_themselves() throws SQLException {
        try (HikariDataSource pool = TestDatabase.MARIADB.freshDatabase();
                Connection connection = strict(pool)) {
            assertThat(execute(connection, "SELECT 1")).isEmpty();
            assertThat(execute(connection, "INSERT INTO thing VALUES (1)")).isEqualTo("40001");
        }
    }

    @Test
    void notifications_and_advisory_locks_are_not_supported() throws SQLException {
        try (HikariDataSource pool = TestDatabase.POSTGRES.freshDatabase();
                Connection connection = strict(pool)) {
            assertThat(execute(connection, "LISTEN something")).isEqualTo("0A000");
            assertThat(execute(connection, "SELECT pg_try_advisory_lock(1)")).isEqualTo("0A000");
        }
    }

    @Test
    void in_armed_work_a_transaction_succeeds_at_its_fifth_attempt() {
        assertThat(all.refuse(false)).isFalse();
        StrictFaults.armed(() -> {
            for (int attempt = 1; attempt <= 4; attempt++) {
                assertThat(all.refuse(false)).isTrue();
            }
            assertThat(all.refuse(false)).isFalse();
            return true;
        });
    }
}
