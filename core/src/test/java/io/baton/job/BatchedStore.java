package io.baton.job;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.Members;
import io.baton.database.Database;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.QueueSignal;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.Results;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.TestDatabase;
import io.baton.testing.memory.InMemoryBatchStore;
import io.baton.testing.memory.InMemoryFlowStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryMembers;
import io.baton.testing.memory.NoDataSource;
import io.baton.testing.memory.OwnTransaction;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.NoUniqueKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Batches and flows with what a node does for them, whatever they stand on. */
final class BatchedStore implements AutoCloseable {

    static final int PORTION = 2;

    private static final QueueSignal NOBODY = new QueueSignal(queue -> {});

    final TestedStore jobs;
    final BatchStore store;
    final DirtySet<Long> dirty;
    final BatonBatches batches;
    final BatonFlows flows;
    private final AtomicLong clock = new AtomicLong();
    private final BatchFollowUp followUp;

    private BatchedStore(
            TestedStore jobs, BatchStore store, FlowStore steps, DirtySet<Long> dirty, CallersTransaction callers) {
        this.jobs = jobs;
        this.store = store;
        this.dirty = dirty;
        TypeCatalog types = new TypeCatalog();
        types.declare(new DeclaredType("item", "q", 0, Item.class));
        types.declare(new DeclaredType("done", "q", 0, Done.class));
        SignalAfterCommit signal = new SignalAfterCommit(NOBODY, List.of());
        FlowRelease release = new FlowRelease(steps, store, jobs.joining, dirty, PORTION);
        BatchWork work = new BatchWork(
                new BatchReducer(store, jobs.joining, dirty, release),
                jobs.joining,
                new Enqueuer(
                        () -> types,
                        new JacksonPayloadCodec(),
                        NoUniqueKeys.with(jobs.joining),
                        jobs.joining,
                        callers,
                        signal,
                        List::of,
                        new Enqueuer.Settings(1_000, Map.of())),
                callers,
                signal);
        this.batches = new BatonBatches(work);
        this.flows = new BatonFlows(work, steps);
        this.followUp = new BatchFollowUp(
                new BatchReducer(store, jobs.joining, dirty, release),
                jobs.transactions,
                NOBODY,
                clock::get,
                () -> Duration.ofSeconds(1));
        followUp.begin(() -> {});
    }

    private static BatchedStore inMemory() {
        MemoryDatabase database = new MemoryDatabase(Instant::now);
        DirtySet<Long> dirty = new DirtySet<>();
        OwnTransaction own = new OwnTransaction(database);
        return new BatchedStore(
                new StoreInMemory(database, null, new MemoryMembers(database, dirty::mark)),
                new InMemoryBatchStore(database),
                new InMemoryFlowStore(database),
                dirty,
                new CallersTransaction(new MappersConnection(new NoDataSource()), own, own, false, true));
    }

    static BatchedStore on(TestDatabase kind) {
        return kind == TestDatabase.MEMORY ? inMemory() : onServer(kind);
    }

    private static BatchedStore onServer(TestDatabase kind) {
        DirtySet<Long> dirty = new DirtySet<>();
        StoreOnDatabase jobs = new StoreOnDatabase(kind, database -> new Members(database, dirty), Results::new);
        OwnTransactions own = new OwnTransactions(jobs.dataSource);
        return new BatchedStore(
                jobs,
                new BatchStore(new Database(jobs.dataSource, null)),
                new FlowStore(new Database(jobs.dataSource, null)),
                dirty,
                new CallersTransaction(
                        new MappersConnection(jobs.dataSource), own.once(), own.onceForOneStatement(), false, true));
    }

    /** One turn of a node that has rested for a while. */
    void turn() {
        clock.addAndGet(Duration.ofMillis(30).toNanos());
        followUp.follow(Set::of);
    }

    /** Folds as a node does until nothing is left to do; whoever holds something holds it up. */
    void fold() {
        for (int turn = 0; turn < 20; turn++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            followUp.follow(Set::of);
        }
    }

    /** Claims up to so many jobs and ends them. */
    int end(int most, Outcome outcome) {
        List<ClaimedJob> claimed = jobs.claim(most);
        jobs.store.settle(
                claimed.stream().map(job -> Settlement.of(job, outcome)).toList());
        return claimed.size();
    }

    /** The jobs in this state, the oldest first. */
    List<Long> in(JobState state) {
        return jobs.store.search(JobFilter.all().state(state), 0, 1_000).stream()
                .map(JobDetails::id)
                .map(id -> id.value())
                .sorted()
                .toList();
    }

    /** The groups of which something is noted. */
    List<Long> noted() {
        return jobs.transactions.run(() -> store.noted(Long.MIN_VALUE, 1_000));
    }

    @Override
    public void close() {
        jobs.close();
    }
}
