package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import io.baton.job.Upkeep.UpkeepReport;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.QueryTimeoutException;

/** The statements of PostgreSQL, which needs fewer than others. */
record PostgresJobStatements(Database database) implements JobStatements {

    /**
     * Finds those queues of an array that have ready jobs: a loop, whose plan is as small for many queues as for one. All arrays are cast, since a
     * driver in its simple query mode sends them as plain literals.
     */
    static final String FROM_QUEUES_WITH_WORK = """
            FROM unnest(CAST(? AS text[])) AS asked (queue) CROSS JOIN LATERAL (
                SELECT queue FROM baton_job j WHERE j.state = 1 AND j.queue = asked.queue
                ORDER BY j.job_rank, j.due_at, j.id LIMIT 1) AS found""";

    @Override
    public ClaimStatement claims(LongSupplier nanoTime) {
        return new PostgresClaim(database, nanoTime);
    }

    @Override
    public BulkInsert bulkInsert() {
        return new PostgresBulkInsert(database, new MultiRowInsert(database));
    }

    @Override
    public Completion completion(RowLocks locks, Transitions transitions) {
        return new PostgresCompletion(database, transitions);
    }

    @Override
    public List<String> queuesWithWork(Collection<String> queues) {
        return database.query(
                "SELECT found.queue " + FROM_QUEUES_WITH_WORK,
                statement -> statement.setArray(1, statement.getConnection().createArrayOf("text", queues.toArray())),
                (row, number) -> row.getString(1));
    }

    @Override
    public Pulses pulses(Transactions transactions) {
        PostgresPulses pulses = new PostgresPulses(database);
        return (worker, queues) -> {
            try {
                return transactions.single(() -> pulses.take(worker, queues));
            } catch (CannotAcquireLockException | QueryTimeoutException e) {
                // the jobs are locked, or the role's own time for a statement is over
                return transactions.single(() -> pulses.heartbeatOnly(worker));
            }
        };
    }

    @Override
    public Supplier<UpkeepReport> upkeep() {
        return new PostgresUpkeep(database)::report;
    }
}
