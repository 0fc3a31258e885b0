package io.baton.testing.memory;

import io.baton.batch.BatchStore.Ack;
import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.flow.FlowStore.StoredStep;
import io.baton.job.JobSteps.FoundStep;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The tables, the clock and the transactions. Each verb of a store is one step that no other thread sees half done. */
public final class MemoryDatabase implements Transactions {

    /** What the classes have whose methods the stores in memory override: a statement of theirs finds no table. */
    static final Database NO_TABLES = new Database(new DriverManagerDataSource("jdbc:h2:mem:"), null);

    private final Map<String, Instant> pauses = new ConcurrentHashMap<>();
    private final Supplier<Instant> clock;
    private @Nullable MemoryTransaction current;
    final Table<Long, EndedRow> history = new Table<>(0, this::current);
    final Table<String, LimitRow> limits = new Table<>(1, this::current);
    /** By job, whose row is locked by whoever changes them. */
    final Table<Long, JobPermits> permits = new Table<>(2, this::current);

    final Table<Long, JobRow> jobs = new Table<>(3, this::current);
    final Table<Long, WorkerRow> workers = new Table<>(4, this::current);
    final Table<Long, BatchRow> batches = new Table<>(5, this::current);
    final Table<Long, GroupRow> groups = new Table<>(6, this::current);
    final Table<Long, Ack> acks = new Table<>(7, this::current);
    /** By flow. */
    final Table<Long, List<StoredStep>> steps = new Table<>(8, this::current);
    /** By the group and the place of the item. */
    final Table<Long, String> results = new Table<>(9, this::current);
    /** By job, and by name. */
    final Table<Long, Map<String, FoundStep>> jobSteps = new Table<>(10, this::current);
    /** By job, in the order of their commits. */
    final Table<Long, List<MemorySteps.Signal>> signals = new Table<>(11, this::current);

    /** A database whose time is that of the clock. */
    public MemoryDatabase(Supplier<Instant> clock) {
        this.clock = clock;
    }

    /** Told of what became of rows, at each commit: of history first, of permits before their jobs. */
    public interface Observer {

        void job(long id, @Nullable JobRow before, @Nullable JobRow after);

        void ended(long id, @Nullable EndedRow before, @Nullable EndedRow after);

        void permits(long job, @Nullable JobPermits before, @Nullable JobPermits after);

        void worker(long id, @Nullable WorkerRow before, @Nullable WorkerRow after);

        void batch(long id, @Nullable BatchRow before, @Nullable BatchRow after);
    }

    /** Tells the observer of every change from now on. */
    public void observe(Observer observer) {
        jobs.onCommit(observer::job);
        history.onCommit(observer::ended);
        permits.onCommit(observer::permits);
        workers.onCommit(observer::worker);
        batches.onCommit(observer::batch);
    }

    public Instant now() {
        return clock.get().truncatedTo(ChronoUnit.MICROS);
    }

    private MemoryTransaction current() {
        if (current == null) {
            throw new IllegalStateException("There is no transaction");
        }
        return current;
    }

    /** Begins a transaction that stays open until it is ended, and in which {@link #in} does something. */
    public MemoryTransaction begin() {
        return new MemoryTransaction();
    }

    /** Does the work as part of the transaction. */
    public synchronized <T extends @Nullable Object> T in(MemoryTransaction transaction, Supplier<T> work) {
        MemoryTransaction outer = current;
        current = transaction;
        try {
            return work.get();
        } finally {
            current = outer;
        }
    }

    /** Makes what the transaction did visible to all. */
    public synchronized void commit(MemoryTransaction transaction) {
        transaction.commit();
    }

    /** Undoes what the transaction did. */
    public synchronized void rollback(MemoryTransaction transaction) {
        transaction.rollback();
    }

    @Override
    public synchronized <T extends @Nullable Object> T run(Supplier<T> work) {
        MemoryTransaction transaction = begin();
        try {
            T result = in(transaction, work);
            transaction.commit();
            return result;
        } finally {
            if (!transaction.isOver()) {
                transaction.rollback();
            }
        }
    }

    /** In the transaction under way, or in one of its own. */
    synchronized <T extends @Nullable Object> T joined(Supplier<T> work) {
        return current == null ? run(work) : work.get();
    }

    /** Does this once the transaction under way is committed; never if it is rolled back. */
    void afterCommit(Runnable action) {
        current().afterCommit(action);
    }

    /** What a statement sees that begins now. */
    MemoryView view() {
        return new MemoryView(jobs.seen(), permits.seen());
    }

    /** Holds a job's row until the transaction under way ends, as a person with a console does. */
    public void lockJob(long id) {
        jobs.lock(id);
    }

    /** Holds a worker's row until the transaction under way ends. */
    public void lockWorker(long id) {
        workers.lock(id);
    }

    /** The ends of the pauses of queues. */
    public Map<String, Instant> pauses() {
        return pauses;
    }

    /** The committed row of a job that has not ended. */
    public synchronized @Nullable JobRow job(long id) {
        return joined(() -> jobs.get(id));
    }

    /** Every committed row of jobs that have not ended. */
    public synchronized Iterable<JobRow> jobs() {
        return joined(jobs::all);
    }

    /** Which limits and permits are committed, of whatever jobs. */
    public synchronized MemoryView permits() {
        return joined(this::view);
    }

    /** The committed row of a batch. */
    public synchronized @Nullable BatchRow batch(long id) {
        return joined(() -> batches.get(id));
    }

    /** Every committed row of batches. */
    public synchronized List<BatchRow> batches() {
        return joined(batches::all);
    }

    /** Every committed row of the groups of a batch. */
    public synchronized List<GroupRow> groups(long batch) {
        return joined(() -> new MemoryGroups(this).of(batch).toList());
    }

    /** What became of items and was not folded yet. */
    public synchronized List<Ack> acks() {
        return joined(acks::all);
    }

    /** The committed row of a worker. */
    public synchronized @Nullable WorkerRow worker(long id) {
        return joined(() -> workers.get(id));
    }

    /** The row of a job in history. */
    public synchronized @Nullable EndedRow ended(long id) {
        return joined(() -> history.get(id));
    }
}
