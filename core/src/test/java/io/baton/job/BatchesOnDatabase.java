package io.baton.job;

import static java.util.Objects.requireNonNull;

import io.baton.BatchStatus;
import io.baton.JobContext;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.Members;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.database.Database;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.database.PostgresDialect;
import io.baton.database.Transactions;
import io.baton.database.Vendor;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.QueueSignal;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.Results;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.Memberships.StepResults;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.loop.Ticker;
import io.baton.permit.DirtyLimits;
import io.baton.permit.Permits;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.NoUniqueKeys;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Batches as an application has them, with what a node does for them, on a database of its own. */
final class BatchesOnDatabase implements AutoCloseable {

    static final Duration DAY = Duration.ofDays(1);

    record Item(int number) {}

    record Done(String what) {}

    /** The queues of which workers were told that they have jobs. */
    final Set<String> told = ConcurrentHashMap.newKeySet();

    private final QueueSignal announced = new QueueSignal(told::add);

    final DirtyLimits limits = new DirtyLimits();
    final DirtySet<Long> dirty = new DirtySet<>();
    final StoreOnDatabase jobs;
    final Transactions transactions;
    final BatchStore store;
    final BatonBatches batches;
    final BatonFlows flows;
    final FlowStore flowStore;
    private final BatchWork work;
    private final FlowRelease release;
    final JdbcTemplate sql;
    private final AtomicLong clock = new AtomicLong();
    private final BatchFollowUp followUp;

    BatchesOnDatabase(TestDatabase kind) {
        this.jobs = new StoreOnDatabase(
                kind,
                database -> new Members(database, dirty),
                Results::new,
                new Permits(limits, JobSignal.ClusterSignal.NONE, null));
        this.transactions = jobs.transactions;
        this.store = new BatchStore(new Database(jobs.dataSource, null));
        this.sql = jobs.sql;
        TypeCatalog types = new TypeCatalog();
        types.declare(new DeclaredType("item", "q", 0, Item.class));
        types.declare(new DeclaredType("done", "q", 0, Done.class));
        OwnTransactions own = new OwnTransactions(jobs.dataSource);
        CallersTransaction callers = new CallersTransaction(
                new MappersConnection(jobs.dataSource), own.once(), own.onceForOneStatement(), false, true);
        SignalAfterCommit signal = new SignalAfterCommit(announced, List.of());
        Enqueuer enqueuer = new Enqueuer(
                () -> types,
                new JacksonPayloadCodec(),
                NoUniqueKeys.with(jobs.joining),
                jobs.joining,
                callers,
                signal,
                List::of,
                new Enqueuer.Settings(1_000_000, Map.of()));
        this.flowStore = new FlowStore(new Database(jobs.dataSource, null));
        this.release = new FlowRelease(flowStore, store, jobs.joining, dirty, FlowRelease.PORTION);
        BatchReducer reducer = new BatchReducer(store, jobs.joining, dirty, release);
        this.work = new BatchWork(reducer, jobs.joining, enqueuer, callers, signal);
        this.batches = new BatonBatches(work);
        this.flows = new BatonFlows(work, flowStore);
        this.followUp = followUp(dirty, Duration.ofSeconds(1));
        followUp.begin(() -> {});
    }

    /** The same batches, whose first transaction that is no caller's collides with another one when it commits. */
    BatonBatches colliding() {
        AtomicBoolean collided = new AtomicBoolean();
        OwnTransactions own = new OwnTransactions(jobs.dataSource);
        TransactionOperations once = new TransactionOperations() {
            @Override
            public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
                return own.once().execute(status -> {
                    T result = action.doInTransaction(status);
                    if (!collided.getAndSet(true)) {
                        throw new CannotAcquireLockException("another server has written the same row");
                    }
                    return result;
                });
            }
        };
        CallersTransaction callers = new CallersTransaction(
                new MappersConnection(jobs.dataSource), once, own.onceForOneStatement(), false, true);
        return new BatonBatches(new BatchWork(work.reducer(), work.jobs(), work.enqueuer(), callers, work.signal()));
    }

    /** The same batches, except for calls to which this function returns a value. */
    BatchStore store(BiFunction<Method, Object[], @Nullable Object> instead) {
        ProxyFactory factory = new ProxyFactory(store);
        factory.setProxyTargetClass(true);
        factory.addAdvice((MethodInterceptor) call -> {
            Object result = instead.apply(call.getMethod(), call.getArguments());
            return result == null ? call.proceed() : result;
        });
        return (BatchStore) factory.getProxy();
    }

    /** The same batches, reached in another way. */
    BatonBatches by(BatchStore roles) {
        BatchReducer reducer = new BatchReducer(roles, jobs.joining, dirty, release);
        return new BatonBatches(
                new BatchWork(reducer, work.jobs(), work.enqueuer(), work.transaction(), work.signal()));
    }

    BatchFollowUp followUp(DirtySet<Long> heard, Duration look) {
        return new BatchFollowUp(
                new BatchReducer(store, jobs.joining, heard, release), transactions, announced, clock::get, () -> look);
    }

    /** A node that has just started, and looks around once and not again; it is told of what is dirty. */
    BatchFollowUp listening(Runnable wake) {
        BatchFollowUp node = followUp(dirty, Duration.ofDays(1));
        node.begin(wake);
        turn(node);
        return node;
    }

    /** A node that reaches the same batches by another way, and is told of what is dirty. */
    BatchFollowUp reaching(BatchStore by) {
        BatchFollowUp node = new BatchFollowUp(
                new BatchReducer(by, jobs.joining, dirty, release),
                transactions,
                announced,
                clock::get,
                () -> Duration.ofDays(1));
        node.begin(() -> {});
        return node;
    }

    /** A node that is told of what is dirty, and whose statements are noted. */
    BatchFollowUp noting(RecordedStatements statements) {
        Database database = new Database(statements, null);
        BatchStore itsBatches = new BatchStore(database);
        JobStore itsJobs = JobStore.of(JdbcJobRoles.on(
                database,
                TestedStore.KEEP_ALL,
                List.of(joined -> new Members(joined, dirty), Results::new),
                InsertObserver.NONE,
                () -> 0));
        FlowRelease itsFlows =
                new FlowRelease(new FlowStore(database), itsBatches, itsJobs, dirty, FlowRelease.PORTION);
        BatchFollowUp node = new BatchFollowUp(
                new BatchReducer(itsBatches, itsJobs, dirty, itsFlows),
                new OwnTransactions(statements),
                announced,
                clock::get,
                () -> Duration.ofDays(1));
        node.begin(() -> {});
        return node;
    }

    /** A node that has just started, and that nobody tells anything. */
    BatchFollowUp deaf() {
        BatchFollowUp node = followUp(new DirtySet<>(), Duration.ofSeconds(1));
        node.begin(() -> {});
        return node;
    }

    /** Lets a node do what there is to do within a second; returns how long it would rest after that. */
    Duration turn(BatchFollowUp node) {
        Duration rest = Duration.ZERO;
        for (int turn = 0; turn < 20; turn++) {
            clock.addAndGet(Duration.ofMillis(50).toNanos());
            rest = node.follow(Set::of);
        }
        return rest;
    }

    /** What a node does again and again. */
    Runnable node() {
        BatchFollowUp node = followUp(dirty, Duration.ofSeconds(1));
        node.begin(() -> {});
        return () -> {
            clock.addAndGet(Duration.ofMillis(30).toNanos());
            node.follow(Set::of);
        };
    }

    /** Folds as a node does until nothing is left to do; whoever holds something holds it up. */
    void fold() {
        for (int turn = 0; turn < 20; turn++) {
            clock.addAndGet(Duration.ofSeconds(1).toNanos());
            followUp.follow(Set::of);
        }
    }

    /** How many turns a node takes within so long. */
    int turnsWithin(Duration time) {
        long end = clock.get() + time.toNanos();
        int turns = 0;
        while (clock.get() < end) {
            clock.addAndGet(Math.max(1_000, followUp.follow(Set::of).toNanos()));
            turns++;
        }
        return turns;
    }

    RepairBatches repair() {
        return new RepairBatches(store, transactions, dirty);
    }

    PurgeBatches purge(Duration completed, Duration abandoned) {
        return new PurgeBatches(
                new BatchReducer(store, jobs.joining, dirty, release), transactions, () -> 0, completed, abandoned);
    }

    /** One that keeps batches for a day and works in these transactions; its clock does not go by the wall. */
    PurgeBatches purge(Transactions in, Ticker ticker) {
        return new PurgeBatches(new BatchReducer(store, jobs.joining, dirty, release), in, ticker, DAY, DAY);
    }

    /** Removes what was abandoned, and does this between finding and removing it. */
    void purgeAbandoned(Duration kept, Runnable between) {
        AtomicBoolean found = new AtomicBoolean();
        Transactions interrupted = new Transactions() {
            @Override
            public <T extends @Nullable Object> T run(Supplier<T> work) {
                T result = transactions.run(work);
                if (!found.getAndSet(true)) {
                    between.run();
                }
                return result;
            }
        };
        new PurgeBatches(new BatchReducer(store, jobs.joining, dirty, release), interrupted, () -> 0, null, kept)
                .sweep();
    }

    /** Lets every batch look as if nothing had become of it for years. */
    void idleForLong() {
        sql.update("UPDATE baton_batch SET active_at = '2020-01-01 00:00:00'");
    }

    /** Lets the database know how large a table is. */
    void analyze(String table) {
        boolean isPostgres = Vendor.dialect(jobs.dataSource) instanceof PostgresDialect;
        sql.execute((isPostgres ? "ANALYZE " : "ANALYZE TABLE ") + table);
    }

    List<Long> states(int state) {
        return sql.queryForList("SELECT id FROM baton_job WHERE state = ? ORDER BY id", Long.class, state);
    }

    long rows(String table) {
        Long rows = sql.queryForObject("SELECT COUNT(*) FROM " + table, Long.class);
        return rows == null ? 0 : rows;
    }

    /** Claims up to so many jobs and ends them. */
    int end(int most, Outcome outcome) {
        List<ClaimedJob> claimed = jobs.claim(most);
        jobs.store.settle(
                claimed.stream().map(job -> Settlement.of(job, outcome)).toList());
        return claimed.size();
    }

    /** Whether the jobs of the group of this one share their work. */
    boolean isShared(ClaimedJob job) {
        long group = requireNonNull(job.ties().batchGroup());
        return requireNonNull(store.memberships(List.of(group)).get(group)).shared();
    }

    /** What a running job knows of itself. */
    JobContext context(ClaimedJob job) {
        return MemberContext.of(job);
    }

    /** What the jobs before this one have returned. */
    List<String> results(ClaimedJob job) {
        StepResults results = new FlowStore(new Database(jobs.dataSource, null));
        List<String> all = new ArrayList<>();
        for (long group : results.groupsBefore(requireNonNull(job.ties().batchGroup()), null)) {
            List<StepResults.StepResult> portion = results.portion(group, -1);
            while (!portion.isEmpty()) {
                portion.forEach(each -> all.add(each.result()));
                portion = results.portion(group, portion.get(portion.size() - 1).item());
            }
        }
        return all;
    }

    long completed(List<BatchStatus> statuses) {
        return statuses.stream().filter(BatchStatus::completedNow).count();
    }

    /**
     * Returns how many end only now: who did not get the lock in time left a row in baton_ack for a later call. An end that got lost left none, and is
     * not made up for.
     */
    long completedLater(List<String> items) {
        return rows("baton_ack") == 0 ? 0 : completed(batches.ack(items));
    }

    void clear() {
        jobs.clear();
        sql.update("DELETE FROM baton_ack");
        sql.update("DELETE FROM baton_batch_group");
        sql.update("DELETE FROM baton_batch");
        sql.update("DELETE FROM baton_flow_edge");
        sql.update("DELETE FROM baton_flow_step");
        sql.update("DELETE FROM baton_result");
        sql.update("DELETE FROM baton_permit");
        sql.update("DELETE FROM baton_limit");
        dirty.take(Integer.MAX_VALUE);
        told.clear();
    }

    @Override
    public void close() {
        jobs.close();
    }
}
