package io.baton.wiring;

import io.baton.Diagnostics;
import io.baton.JobInterceptor;
import io.baton.PayloadCodec;
import io.baton.Rate;
import io.baton.admin.BatonJobs;
import io.baton.admin.BatonSteps;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchStore;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.Members;
import io.baton.calendar.Calendars;
import io.baton.connection.EnginePool;
import io.baton.database.Database;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.database.Vendor;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.EnqueueListener;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.Results;
import io.baton.handler.HandlerTypes;
import io.baton.job.AfterCommit;
import io.baton.job.Capability;
import io.baton.job.DirtySet;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobReleases;
import io.baton.job.JobRoles;
import io.baton.job.Pulse.Part;
import io.baton.job.Retention;
import io.baton.job.WorkerStore;
import io.baton.job.jdbc.AfterDeaths;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.monitor.JdbcDiagnostics;
import io.baton.once.BatonOnce;
import io.baton.once.OnceStore;
import io.baton.once.OutcomeWriter;
import io.baton.permit.DirtyLimits;
import io.baton.permit.LimitDefinitions.PermitRateLimits;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.recurring.BatonRecurringJobs;
import io.baton.recurring.ScheduleStore;
import io.baton.sequence.BatonSequences;
import io.baton.sequence.SequencedJobs;
import io.baton.share.BatonShares;
import io.baton.type.Names;
import io.baton.unique.UniqueJobs;
import io.baton.unique.UniqueKeys;
import io.baton.wakeup.RemoteWakeups;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.ManualMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/** Holds the objects that applications call, on their connections. Every node has them, also one that runs no jobs. The tables must exist. */
public final class ApplicationSide {

    /**
     * The options of the objects that applications call.
     *
     * @param dataSource the application's data source, whose transactions enqueues join
     * @param schema the schema of Baton's tables as the database spells it; null for the schema of the connections
     * @param keys how long the key of a business day is held
     * @param once how long the record of an action of {@code Once} is kept
     * @param payloadBytes how large the text of a payload may be
     * @param foreignAllowed whether enqueueing is allowed within a transaction of another data source
     * @param fairBy the labels whose values are the shares of jobs, by queue
     * @param calendars the calendars of recurring jobs, and the windows of queues
     * @param notifies whether nodes notify each other where the database can
     * @param listensOn returns where the connection that listens is opened; null for the connections of the engine
     */
    public record Settings(
            DataSource dataSource,
            @Nullable String schema,
            Retention retention,
            Duration keys,
            Duration once,
            int payloadBytes,
            boolean foreignAllowed,
            Map<String, Integer> semaphores,
            Map<String, Rate> rateLimits,
            Map<String, String> fairBy,
            Calendars calendars,
            boolean notifies,
            Supplier<@Nullable DataSource> listensOn) {}

    public final BatonJobs jobs;
    public final BatonBatches batches;
    public final BatonFlows flows;
    public final BatonRecurringJobs recurringJobs;
    public final BatonOnce once;
    public final PermitSemaphores semaphores;
    public final PermitRateLimits rateLimits;
    public final BatonSequences sequences;
    public final BatonShares shares;
    public final BatonSteps steps;
    public final SequencedJobs sequencedJobs;
    public final Diagnostics diagnostics;
    /** Executes statements on the application's connections. */
    public final Database database;
    /** Runs transactions apart from the caller's. */
    public final OwnTransactions transactions;
    /** Sends and receives wake-ups once it is started. */
    public final RemoteWakeups remoteWakeups;

    public final DirtyLimits dirtyLimits = new DirtyLimits();
    public final DirtySet<Long> dirtyGroups = new DirtySet<>();
    public final DirtySet<String> scheduleChanges = new DirtySet<>();
    public final Settings settings;
    public final HandlerTypes types;
    final PayloadCodec codec;
    final Extensions extensions;
    final WakeupInbox inbox = new WakeupInbox();
    final WakeupPublisher publisher;
    final List<Capability> capabilities;
    final InsertObserver observer;
    /** Joins the caller's transaction, or begins a short one. */
    public final CallersTransaction callers;
    /** Prepares jobs, also for the capabilities of an application. */
    public final Enqueuer enqueuer;
    /** Stores jobs on the application's connections. */
    public final JobRoles roles;

    /** Creates the objects that applications use. Limits are declared first, since an enqueue that needs an unknown limit is refused. */
    public ApplicationSide(Settings settings, HandlerTypes types, Extensions extensions, @Nullable EnginePool engine) {
        this.settings = settings;
        this.types = types;
        this.codec = types.codec();
        this.extensions = extensions;
        DataSource dataSource = settings.dataSource();
        database = new Database(dataSource, settings.schema());
        transactions = new OwnTransactions(dataSource, true);
        remoteWakeups = remoteWakeups(engine);
        publisher = new WakeupPublisher(inbox, remoteWakeups.signal());
        exchange(Part.LIMITS, dirtyLimits);
        exchange(Part.BATCHES, dirtyGroups);
        sequencedJobs = new SequencedJobs(new DirtySet<>(), publisher);
        exchange(Part.SEQUENCES, sequencedJobs.dirty());

        PermitStore permits = new PermitStore(database);
        semaphores = new PermitSemaphores(permits, transactions, dirtyLimits);
        settings.semaphores().forEach(semaphores::declare);
        rateLimits = new PermitRateLimits(permits, transactions, dirtyLimits);
        settings.rateLimits().forEach(rateLimits::declare);

        DataSource ofWorker = engine == null || engine.dataSource() == dataSource ? null : engine.dataSource();
        capabilities = joined(
                List.<Capability>of(
                        UniqueKeys::new,
                        new Permits(dirtyLimits, publisher, ofWorker),
                        jobs -> new Members(jobs, dirtyGroups),
                        Results::new,
                        sequencedJobs,
                        jobs -> new AfterDeaths(jobs, Names.AFTER_DEATH, AfterCommit.announcing(publisher))),
                extensions.all(Capability.class));
        observer = extensions.one(InsertObserver.class, InsertObserver.NONE);
        roles = extensions.around(
                JdbcJobRoles.on(database, settings.retention(), capabilities, observer, System::nanoTime));
        WorkerStore workers = new JdbcWorkerStore(database);
        SignalAfterCommit signal = new SignalAfterCommit(publisher, extensions.all(EnqueueListener.class));
        callers = new CallersTransaction(
                new MappersConnection(dataSource),
                transactions.once(),
                transactions.onceForOneStatement(),
                settings.foreignAllowed(),
                database.dialect().continuesAfterRollback());
        UniqueJobs uniques = new UniqueJobs(database, settings.keys(), observer, roles.inserts());
        enqueuer = new Enqueuer(
                types::types,
                codec,
                uniques,
                uniques.store(),
                callers,
                signal,
                SingletonSupplier.of(() -> extensions.all(JobInterceptor.class))::obtain,
                new Enqueuer.Settings(settings.payloadBytes(), settings.fairBy()));

        BatchWork work = new BatchWork(
                reducer(database, roles.releases(), dirtyGroups), roles.inserts(), enqueuer, callers, signal);
        batches = new BatonBatches(work);
        flows = new BatonFlows(work, new FlowStore(database));
        jobs = new BatonJobs(enqueuer, roles.admin(), workers, callers, signal, batches);
        recurringJobs = new BatonRecurringJobs(
                new ScheduleStore(database, settings.calendars()), callers, enqueuer, scheduleChanges);
        once = new BatonOnce(
                new OutcomeWriter(new OnceStore(database), transactions),
                callers,
                codec,
                settings.once(),
                settings.payloadBytes());
        shares = new BatonShares(database, roles, callers, signal);
        steps = new BatonSteps(roles, codec, callers, signal, settings.payloadBytes());
        sequences = new BatonSequences(database, transactions, sequencedJobs.dirty());
        diagnostics = new JdbcDiagnostics(database, settings.calendars());
    }

    private void exchange(Part kind, DirtySet<?> dirty) {
        dirty.onOtherNodes(names -> names.forEach(name -> publisher.otherNodes().changed(kind, name.toString())));
        inbox.onChanged(kind, dirty.remoteHints());
    }

    static <T> List<T> joined(List<? extends T> own, List<T> ofApplication) {
        return Stream.concat(own.stream(), ofApplication.stream()).toList();
    }

    /** Returns the reducer of batches, which releases the next steps of flows. */
    static BatchReducer reducer(Database database, JobReleases releases, DirtySet<Long> dirty) {
        BatchStore batches = new BatchStore(database);
        return new BatchReducer(
                batches,
                releases,
                dirty,
                new FlowRelease(new FlowStore(database), batches, releases, dirty, FlowRelease.PORTION));
    }

    /** Returns what wakes other JVMs where the database can notify. Where tests run the jobs, there is nothing to wake. */
    private RemoteWakeups remoteWakeups(@Nullable EnginePool engine) {
        DataSource dataSource = settings.dataSource();
        if (!settings.notifies()
                || !ClassUtils.isPresent("org.postgresql.PGConnection", ApplicationSide.class.getClassLoader())
                || extensions.one(ManualMode.class) != null
                || !Vendor.notifies(dataSource)) {
            return RemoteWakeups.none();
        }
        if (engine == null) {
            return RemoteWakeups.sending(dataSource, settings.schema());
        }
        DataSource direct = Objects.requireNonNullElseGet(settings.listensOn().get(), engine::dataSource);
        return RemoteWakeups.exchanging(engine.dataSource(), direct, settings.schema(), inbox);
    }
}
