package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.permit.DirtyLimits;
import io.baton.permit.Limit;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What Baton sets for one transaction is not left in a session, which may be the application's or, behind a pooler, anybody's. */
class PostgresSessionSettingsTests {

    private static final String SETTINGS = "SELECT name, setting FROM pg_settings"
            + " WHERE source IN ('session', 'database', 'user') OR name IN ('synchronous_commit', 'lock_timeout', 'idle_in_transaction_session_timeout')";

    private final HikariDataSource pool = TestDatabase.POSTGRES.freshDatabase();
    /** One connection, so that every question is asked in the session that did the work. */
    private final SingleConnectionDataSource dataSource = new SingleConnectionDataSource(migrated(pool), true);

    private final JdbcTemplate sql = new JdbcTemplate(dataSource);
    private final OwnTransactions transactions = new OwnTransactions(dataSource);
    private final JobStore store = JobStore.on(new Database(dataSource, null), TestedStore.KEEP_ALL);
    private final WorkerStore workers = new JdbcWorkerStore(new Database(dataSource, null));
    private long worker;
    private Map<String, String> before = Map.of();

    private static Connection migrated(HikariDataSource pool) {
        new BatonSchema(pool, null).migrate();
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void remember() {
        worker = register();
        before = settings();
    }

    private long register() {
        return transactions.run(() -> workers.register(new WorkerInfo(
                "a", "host", 1, UUID.randomUUID(), "test", TestedStore.DEAD_AFTER, Set.of("q"), Set.of())));
    }

    @AfterEach
    void close() {
        dataSource.destroy();
        pool.close();
    }

    private Map<String, String> settings() {
        return sql.query(SETTINGS, rows -> {
            Map<String, String> settings = new TreeMap<>();
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
            return settings;
        });
    }

    private String setting(String name) {
        return String.valueOf(sql.queryForObject("SELECT current_setting(?)", String.class, name));
    }

    private List<ClaimedJob> claim(int jobs) {
        store.insertAll(job().times(jobs));
        return transactions.single(() -> store.claim(new Claim("q", UUID.randomUUID(), worker, jobs, null))
                .jobs());
    }

    private void settle(List<ClaimedJob> jobs, Outcome outcome) {
        store.settle(jobs.stream()
                .map(job -> new Settlement(job.fence(), outcome, false, null))
                .toList());
    }

    @Test
    void a_claim_leaves_nothing() {
        claim(2);
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void a_settlement_leaves_nothing() {
        settle(claim(1), Outcome.Completed.PLAIN);
        settle(claim(2), Outcome.Completed.PLAIN);
        List<ClaimedJob> failed = claim(2);
        transactions.run(done(() -> settle(failed, new Outcome.Retried(Duration.ZERO, "why"))));
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void a_beat_leaves_nothing() {
        Pulses pulses = JdbcJobRoles.pulses(new Database(dataSource, null), TestedStore.KEEP_ALL, transactions);
        pulses.take(worker, Set.of("q"));
        assertThat(settings()).isEqualTo(before);
    }

    /** The settings that held when the row of a worker was written. */
    private List<String> duringHeartbeat(Runnable heartbeat) {
        sql.execute("CREATE TABLE held (settings text)");
        sql.execute("CREATE FUNCTION keep_settings() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO held VALUES"
                + " (current_setting(''synchronous_commit'') || current_setting(''lock_timeout'')); RETURN NEW; END'");
        sql.execute(
                "CREATE TRIGGER settings BEFORE UPDATE ON baton_worker FOR EACH ROW EXECUTE FUNCTION keep_settings()");
        heartbeat.run();
        return sql.queryForList("SELECT settings FROM held", String.class);
    }

    /** A standby that is lost would make the commit wait, and the worker count as dead. */
    @Test
    void a_beat_waits_for_neither_a_standby_nor_long_for_a_lock() {
        Pulses pulses = JdbcJobRoles.pulses(new Database(dataSource, null), TestedStore.KEEP_ALL, transactions);
        assertThat(duringHeartbeat(() -> pulses.take(worker, Set.of("q")))).containsExactly("off250ms");
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void nor_does_one_beside_a_locked_table_of_jobs() throws SQLException {
        Pulses pulses = JdbcJobRoles.pulses(new Database(dataSource, null), TestedStore.KEEP_ALL, transactions);
        try (Connection other = pool.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE baton_job");
            assertThat(duringHeartbeat(() -> pulses.take(worker, Set.of("q")))).containsExactly("off250ms");
            other.rollback();
        }
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void taking_back_and_sweeping_leave_nothing() {
        claim(2);
        transactions.run(done(() -> workers.deregister(worker, true)));
        assertThat(transactions.run(() -> store.unlock(worker, 10)).jobs()).isEqualTo(2);
        transactions.run(() -> store.promoteDue(10));
        transactions.run(() -> store.unlockStrays(10));
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void a_handlers_transaction_leaves_nothing() {
        List<ClaimedJob> jobs = claim(1);
        new TransactionTemplate(new JdbcTransactionManager(dataSource)).executeWithoutResult(status -> {
            new Database(dataSource, null).limitIdling(Duration.ofSeconds(35));
            settle(jobs, Outcome.Completed.PLAIN);
        });
        assertThat(settings()).isEqualTo(before);
    }

    /** Beside a long line its plan looks dear enough to be compiled, which would take longer than the admission. */
    @Test
    void an_admission_is_not_compiled() {
        PermitStore permits = new PermitStore(new Database(dataSource, null));
        transactions.run(() -> permits.define("a", Limit.of(1)));
        assertThat(transactions.<String>run(() -> {
                    permits.admit(Set.of("a"), Set.of("q"), 10);
                    return setting("jit");
                }))
                .isEqualTo("off");
    }

    @Test
    void an_admission_leaves_nothing() {
        PermitStore permits = new PermitStore(new Database(dataSource, null));
        JobStore limiting = JobStore.on(
                new Database(dataSource, null),
                TestedStore.KEEP_ALL,
                List.of(new Permits(new DirtyLimits(), JobSignal.ClusterSignal.NONE, null)),
                InsertObserver.NONE);
        transactions.run(() -> permits.define("a", Limit.of(1)));
        transactions.run(() -> limiting.insert(job().permits("a").asNew()));
        assertThat(transactions
                        .run(() -> permits.admit(Set.of("a"), Set.of("q"), 10))
                        .jobs())
                .isEqualTo(1);
        assertThat(settings()).isEqualTo(before);
    }

    @Test
    void batons_own_transactions_wait_for_locks_and_idle_a_few_seconds_only() {
        assertThat(transactions.<String>run(() -> setting("lock_timeout"))).isEqualTo("5s");
        assertThat(transactions.<String>run(() -> setting("idle_in_transaction_session_timeout")))
                .isEqualTo("8s");
        assertThat(transactions.<String>run(() -> setting("synchronous_commit")))
                .isEqualTo(before.get("synchronous_commit"));
        assertThat(settings()).isEqualTo(before);
    }

    private static Supplier<Boolean> done(Runnable work) {
        return () -> {
            work.run();
            return true;
        };
    }
}
