package io.baton.job;

import io.baton.BatchStatus;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.Fold;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.batch.TouchedGroups;
import io.baton.batch.jdbc.JdbcBatchStore;
import io.baton.batch.jdbc.Members;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.permit.KnownLimits;
import io.baton.permit.TouchedLimits;
import io.baton.permit.jdbc.Permits;
import io.baton.testing.TestDatabase;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.jdbc.core.JdbcTemplate;

/** Batches as an application has them, with what a node does for them, on a database of its own. */
final class BatchesOnDatabase implements AutoCloseable {

    static final Duration DAY = Duration.ofDays(1);

    record Item(int number) {}

    record Done(String what) {}

    private static final JobSignal NOBODY = new JobSignal() {
        @Override
        public void jobsAvailable(ReadyJobs ready) {}

        @Override
        public void jobsScheduled() {}

        @Override
        public void pausesChanged() {}
    };

    final TouchedLimits limits = new TouchedLimits();
    final TouchedGroups touched = new TouchedGroups();
    final StoreOnDatabase jobs;
    final Transactions transactions;
    final BatchStore store;
    final BatonBatches batches;
    final JdbcTemplate sql;
    private final AtomicLong clock = new AtomicLong();
    private final BatchFollowUp followUp;

    BatchesOnDatabase(TestDatabase kind) {
        this.jobs = new StoreOnDatabase(kind, new Members(touched), new Permits(limits, new KnownLimits()));
        this.transactions = jobs.transactions;
        this.store = new JdbcBatchStore(jobs.dataSource, null);
        this.sql = jobs.sql;
        TypeCatalog types = new TypeCatalog();
        types.declare(new DeclaredType("item", "q", 0, Item.class));
        types.declare(new DeclaredType("done", "q", 0, Done.class));
        OwnTransactions own = new OwnTransactions(jobs.dataSource);
        CallersTransaction callers =
                new CallersTransaction(jobs.dataSource, own.once(), own.onceForOneStatement(), false);
        SignalAfterCommit signal = new SignalAfterCommit(NOBODY);
        Enqueuer enqueuer =
                new Enqueuer(() -> types, new JacksonPayloadCodec(), jobs.joining, callers, signal, 1_000_000);
        this.batches = new BatonBatches(new BatchWork(store, jobs.joining, enqueuer, callers, signal, touched));
        this.followUp = followUp();
        followUp.begin(() -> {});
    }

    private BatchFollowUp followUp() {
        return new BatchFollowUp(
                new Fold(store, jobs.joining, touched), transactions, NOBODY, clock::get, () -> Duration.ofSeconds(1));
    }

    /** What a node does again and again. */
    Runnable node() {
        BatchFollowUp node = followUp();
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

    RepairBatches repair() {
        return new RepairBatches(store, transactions, touched);
    }

    PurgeBatches purge(Duration completed, Duration abandoned) {
        return new PurgeBatches(store, jobs.joining, transactions, completed, abandoned);
    }

    /** Lets every batch look as if nothing had become of it for years. */
    void idleForLong() {
        sql.update("UPDATE baton_batch SET active_at = '2020-01-01 00:00:00'");
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

    long completed(List<BatchStatus> statuses) {
        return statuses.stream().filter(BatchStatus::completedNow).count();
    }

    void clear() {
        jobs.clear();
        sql.update("DELETE FROM baton_ack");
        sql.update("DELETE FROM baton_batch_group");
        sql.update("DELETE FROM baton_batch");
        sql.update("DELETE FROM baton_permit");
        sql.update("DELETE FROM baton_limit");
        touched.take(Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        jobs.close();
    }
}
