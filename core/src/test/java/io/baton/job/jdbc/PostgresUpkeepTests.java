package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import io.baton.testing.CountedStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

class PostgresUpkeepTests {

    private final PostgresSession session = new PostgresSession();

    @AfterEach
    void close() {
        session.close();
    }

    private UpkeepReport report() {
        return JdbcUpkeep.on(session.others(), null).report().orElseThrow();
    }

    private @Nullable OldestTransaction oldest() {
        return report().oldest();
    }

    private static JdbcTemplate on(Connection connection) {
        return new JdbcTemplate(new SingleConnectionDataSource(connection, true));
    }

    private Connection begin(int isolation) throws SQLException {
        Connection connection = session.others().getConnection();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(isolation);
        return connection;
    }

    @Test
    void rows_that_are_gone_are_counted_until_they_are_cleaned_up() {
        JdbcTemplate sql = new JdbcTemplate(session.connection());
        // what the migration removed may be reported up to a second late
        await().untilAsserted(() -> {
            sql.execute("VACUUM baton_job");
            assertThat(report().deadRows()).isZero();
            session.insert(1_000, "'q'");
            sql.update("DELETE FROM baton_job");
            sql.queryForList("SELECT pg_stat_force_next_flush()");
            assertThat(report().deadRows()).isEqualTo(1_000);
        });
    }

    @Test
    void rows_are_counted_in_the_schema_that_was_chosen() {
        assertThat(JdbcUpkeep.on(session.others(), "public").report()).isPresent();
        assertThat(JdbcUpkeep.on(session.others(), "elsewhere")
                        .report()
                        .orElseThrow()
                        .deadRows())
                .isZero();
    }

    @Test
    void without_open_transactions_there_is_no_oldest() {
        assertThat(oldest()).isNull();
    }

    @Test
    void a_snapshot_that_is_kept_is_named_with_its_process() throws SQLException {
        try (Connection pinning = begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            Integer pid = on(pinning).queryForObject("SELECT pg_backend_pid()", Integer.class);
            OldestTransaction oldest = requireNonNull(oldest());
            assertThat(oldest.name()).isEqualTo("process " + pid);
            assertThat(oldest.remedy()).contains("pg_terminate_backend(" + pid + ")");
            assertThat(oldest.age()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
            pinning.rollback();
        }
        assertThat(oldest()).isNull();
    }

    @Test
    void of_two_the_older_is_named() throws SQLException {
        try (Connection first = begin(Connection.TRANSACTION_READ_COMMITTED);
                Connection second = begin(Connection.TRANSACTION_REPEATABLE_READ)) {
            on(first).update("UPDATE baton_worker SET dead = dead");
            on(second).queryForList("SELECT 1");
            Integer pid = on(first).queryForObject("SELECT pg_backend_pid()", Integer.class);
            assertThat(requireNonNull(oldest()).name()).isEqualTo("process " + pid);
            first.rollback();
            second.rollback();
        }
    }

    @Test
    void a_transaction_that_keeps_no_snapshot_is_nobodys_hindrance() throws SQLException {
        try (Connection reading = begin(Connection.TRANSACTION_READ_COMMITTED)) {
            on(reading).execute("SET LOCAL lock_timeout = '1s'");
            assertThat(oldest()).isNull();
            reading.rollback();
        }
    }

    @Test
    void it_is_one_statement_however_often_it_is_asked() {
        CountedStatements counted = new CountedStatements(session.others());
        Upkeep upkeep = JdbcUpkeep.on(counted, null);
        counted.taken();
        upkeep.report();
        upkeep.report();
        assertThat(counted.taken()).isEqualTo(1);
    }
}
