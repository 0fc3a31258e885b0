package io.baton.job.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Settlement;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One connection that does what a worker does, keeps its plans as a worker's does, and can tell what was read; and others beside it. */
final class PostgresSession implements AutoCloseable {

    /** What the statements of a transaction read of the job table: scans of the whole of it, and pages of it and its indexes. */
    record Reads(long wholeScans, long pages) {

        Reads minus(Reads before) {
            return new Reads(wholeScans - before.wholeScans, pages - before.pages);
        }
    }

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final String READ = """
            SELECT pg_stat_get_xact_numscans('baton_job'::regclass) AS scans,
                pg_stat_get_xact_blocks_fetched('baton_job'::regclass) + (SELECT SUM(pg_stat_get_xact_blocks_fetched(indexrelid))
                    FROM pg_index WHERE indrelid = 'baton_job'::regclass) AS pages""";

    /** Beside the session. */
    final JdbcTemplate sql;

    final JobStore jobs;
    final JdbcWorkerStore workers;
    final long worker;
    private final HikariDataSource others = TestDatabase.POSTGRES.freshDatabase();
    private final SingleConnectionDataSource connection =
            new SingleConnectionDataSource(others.getJdbcUrl(), others.getUsername(), others.getPassword(), true);
    private final JdbcTemplate own = new JdbcTemplate(connection);
    private final TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(connection));
    private final Transactions open = new Transactions() {
        @Override
        public <T> T run(Supplier<T> work) {
            return work.get();
        }
    };
    private final Pulses pulses = JdbcJobRoles.pulses(new Database(connection, null), KEEP_ALL, open);

    /** On fresh tables, which nobody cleans or analyzes but the test. */
    PostgresSession() {
        new BatonSchema(others, null).migrate();
        this.sql = new JdbcTemplate(others);
        sql.execute("ALTER TABLE baton_job SET (autovacuum_enabled = off)");
        this.jobs = JobStore.of(
                JdbcJobRoles.on(new Database(connection, null), KEEP_ALL, List.of(), InsertObserver.NONE, () -> 0));
        this.workers = new JdbcWorkerStore(new Database(connection, null));
        this.worker = register();
    }

    long register() {
        return workers.register(new WorkerInfo(
                "worker", "host", 1, UUID.randomUUID(), "test", Duration.ofSeconds(10), Set.of("q"), Set.of("work")));
    }

    /** Inserts ready jobs beside the session. */
    void insert(int count, String queue) {
        insert(count, queue, 1, 0, "clock_timestamp()");
    }

    void insert(int count, String queue, int state, int priority, String dueAt) {
        sql.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at, payload)"
                        + " SELECT 'work', " + queue + ", ?, " + dueAt
                        + ", ?, clock_timestamp(), repeat('x', 100) FROM generate_series(1, ?) n",
                ~priority,
                state,
                count);
    }

    List<ClaimedJob> claim(String queue, int limit) {
        return jobs.claim(new Claim(queue, UUID.randomUUID(), worker, limit, null))
                .jobs();
    }

    List<ClaimedJob> claim(int limit) {
        return claim("q", limit);
    }

    /** Or, where nothing was claimed, tries it with as many jobs that are not there. */
    void settle(List<ClaimedJob> claimed, int otherwise, Outcome outcome) {
        Stream<Fence> fences = claimed.isEmpty()
                ? LongStream.range(0, otherwise).mapToObj(id -> new Fence(-id, new UUID(0, id)))
                : claimed.stream().map(ClaimedJob::fence);
        jobs.settle(
                fences.map(fence -> new Settlement(fence, outcome, false, null)).toList());
    }

    Pulse pulse() {
        return pulses.take(worker, Set.of("q", "empty"));
    }

    /** For what else runs in the session. */
    DataSource connection() {
        return connection;
    }

    /** Connections of others to the same database. */
    DataSource others() {
        return others;
    }

    /** What the work reads; it is committed. */
    Reads reads(Runnable work) {
        return transactions.execute(status -> {
            Reads before = reads();
            work.run();
            return reads().minus(before);
        });
    }

    private Reads reads() {
        return own.queryForObject(READ, (row, number) -> new Reads(row.getLong("scans"), row.getLong("pages")));
    }

    @Override
    public void close() {
        connection.destroy();
        others.close();
    }
}
