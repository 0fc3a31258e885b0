package io.baton.job;

import io.baton.Enqueued;
import io.baton.JobOptions;
import io.baton.admin.BatonJobs;
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
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.permit.DirtyLimits;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.testing.TestDatabase;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.UniqueJobs;
import io.baton.unique.UniqueKeys;
import io.baton.unique.UniqueKeys.SweepKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Jobs with unique keys as an application has them, on a database of its own. */
final class UniqueOnDatabase implements AutoCloseable {

    record Mail(int number) {}

    record Report(int number) {}

    final StoreOnDatabase jobs;
    final BatonJobs office;
    final BatonBatches batches;
    final JdbcTemplate sql;
    final PermitStore permits;
    final Set<String> signals = new ConcurrentSkipListSet<>();
    private final SignalAfterCommit signal =
            new SignalAfterCommit(new QueueSignal(signals::add, () -> signals.add("scheduled")), List.of());
    private final List<Capability> capabilities;
    private final SweepKeys sweep;

    UniqueOnDatabase(TestDatabase kind) {
        DirtySet<Long> dirty = new DirtySet<>();
        this.capabilities = List.of(
                UniqueKeys::new,
                database -> new Members(database, dirty),
                new Permits(new DirtyLimits(), JobSignal.ClusterSignal.NONE, null));
        this.jobs = new StoreOnDatabase(kind, capabilities.toArray(Capability[]::new));
        this.sql = jobs.sql;
        Database database = new Database(jobs.dataSource, null);
        this.permits = new PermitStore(database);
        OwnTransactions own = new OwnTransactions(jobs.dataSource);
        CallersTransaction callers = new CallersTransaction(
                new MappersConnection(jobs.dataSource), own.once(), own.onceForOneStatement(), false, true);
        Enqueuer enqueuer = enqueuer(jobs.dataSource, jobs.joining, callers);
        BatchStore store = new BatchStore(database);
        FlowRelease release = new FlowRelease(new FlowStore(database), store, jobs.joining, dirty, FlowRelease.PORTION);
        BatchReducer reducer = new BatchReducer(store, jobs.joining, dirty, release);
        this.batches = new BatonBatches(new BatchWork(reducer, jobs.joining, enqueuer, callers, signal));
        this.office = new BatonJobs(enqueuer, jobs.joining, jobs.workers, callers, signal, batches);
        this.sweep = new SweepKeys(new UniqueKeys(new Database(jobs.dataSource, null)), jobs.transactions);
    }

    private Enqueuer enqueuer(DataSource dataSource, JobStore store, CallersTransaction callers) {
        TypeCatalog types = new TypeCatalog();
        types.declare(new DeclaredType("mail", "q", 0, Mail.class));
        types.declare(new DeclaredType("report", "q", 0, Report.class));
        return new Enqueuer(
                () -> types,
                new JacksonPayloadCodec(),
                new UniqueJobs(new Database(dataSource, null), Duration.ofDays(30), InsertObserver.NONE, store),
                store,
                callers,
                signal,
                List::of,
                new Enqueuer.Settings(1_000_000, Map.of()));
    }

    /** Returns where to enqueue through a data source that watches this database's. */
    Enqueuer through(DataSource watching) {
        OwnTransactions own = new OwnTransactions(watching);
        return enqueuer(
                watching,
                JobStore.on(new Database(watching, null), TestedStore.KEEP_ALL, capabilities, InsertObserver.NONE),
                new CallersTransaction(
                        new MappersConnection(watching), own.once(), own.onceForOneStatement(), false, true));
    }

    Enqueued mail(int number, Consumer<JobOptions> options) {
        return office.enqueue(new Mail(number), options);
    }

    /** Claims a job and lets it start; returns what becomes of that. */
    Settled start(ClaimedJob job) {
        return jobs.store.start(List.of(job.fence())).getOrDefault(job.fence(), Settled.DONE);
    }

    Settled settle(ClaimedJob job, Outcome outcome) {
        return jobs.store.settle(List.of(Settlement.of(job, outcome))).getOrDefault(job.fence(), Settled.FENCED);
    }

    ClaimedJob claimAndStart() {
        ClaimedJob job = jobs.claimOne();
        if (start(job) != Settled.DONE) {
            throw new IllegalStateException(job + " must not start");
        }
        return job;
    }

    String payload(long job) {
        return String.valueOf(sql.queryForObject("SELECT payload FROM baton_job WHERE id = ?", String.class, job));
    }

    List<String> keys() {
        return sql.queryForList(
                "SELECT unique_key FROM baton_unique WHERE dead_job = 0 ORDER BY unique_key", String.class);
    }

    long rows() {
        Long rows = sql.queryForObject("SELECT COUNT(*) FROM baton_unique", Long.class);
        return rows == null ? 0 : rows;
    }

    /** Lets every time look as if it were over. */
    void expire() {
        sql.update("UPDATE baton_unique SET expires_at = '2020-01-01 00:00:00' WHERE expires_at IS NOT NULL");
    }

    Duration sweep() {
        return sweep.sweep();
    }

    TransactionTemplate transaction(int isolation) {
        TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(jobs.dataSource));
        template.setIsolationLevel(isolation);
        return template;
    }

    void clear() {
        jobs.clear();
        sql.update("DELETE FROM baton_unique");
        sql.update("DELETE FROM baton_permit");
        sql.update("DELETE FROM baton_limit");
        signals.clear();
    }

    @Override
    public void close() {
        jobs.close();
    }
}
