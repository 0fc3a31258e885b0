package io.baton.wiring;

import io.baton.JobListener;
import io.baton.JobRetryPolicy;
import io.baton.Recurrence;
import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.calendar.Calendars;
import io.baton.chunk.JdbcPortionReader;
import io.baton.connection.EnginePool;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Purge;
import io.baton.database.Transactions;
import io.baton.flow.FlowStore;
import io.baton.handler.Handler;
import io.baton.handler.Handler.DeclaredRecurrence;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.job.DirtySet;
import io.baton.job.FollowUp;
import io.baton.job.Memberships;
import io.baton.job.Pulse.Part;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.job.Upkeep;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcUpkeep;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.ActivityStore;
import io.baton.monitor.JdbcChangeStore;
import io.baton.monitor.KeepActivity;
import io.baton.monitor.Monitor;
import io.baton.monitor.PublishAlerts;
import io.baton.monitor.Sampler;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.recurring.FireSchedules;
import io.baton.recurring.FireSchedules.TickListener;
import io.baton.recurring.KeepSchedules;
import io.baton.recurring.KeepSchedules.Declared;
import io.baton.recurring.ScheduleStore;
import io.baton.sequence.RepairSequences;
import io.baton.sequence.SequenceFollowUp;
import io.baton.start.StartRefusedException;
import io.baton.sweep.SweepSettings;
import io.baton.sweep.Sweeper;
import io.baton.type.DeclaredType;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import io.baton.unique.UniqueKeys;
import io.baton.unique.UniqueKeys.SweepKeys;
import io.baton.worker.Engine;
import io.baton.worker.Engine.LimitedTransactions;
import io.baton.worker.ManualMode;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.baton.worker.call.TransactionalExecution;
import io.baton.worker.life.Worker;
import io.baton.worker.life.WorkerAssembly;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/** Holds the objects that run jobs, promote, reclaim and purge, on the connections of the engine. Only a node with a worker has them. */
public final class WorkerSide implements AutoCloseable {

    /**
     * The options of what this node runs.
     *
     * @param name the name of the worker, for operators
     * @param served the queues that it serves; those of handlers and settings if there are none
     * @param queues how much of some queues it runs
     * @param otherQueues how much of each other queue it runs
     * @param maxAttempts the maximum number of attempts for jobs and handlers that set none
     * @param batches how long complete batches are kept
     * @param recurring changes of recurrences by the names of recurring jobs; each is applied to what the annotation declares
     * @param threads runs handlers, never queues, and rejects only if it gets no thread; null for a pool of this node's own
     * @param lateAfter for how long a job may have been due before listeners of alerts are notified
     * @param context the application that may have such listeners; null if there is none
     */
    public record Settings(
            String name,
            Set<String> served,
            Map<String, QueueSettings> queues,
            QueueSettings otherQueues,
            WorkerSettings.Times times,
            int maxAttempts,
            Duration batches,
            Map<String, UnaryOperator<Recurrence>> recurring,
            @Nullable Executor threads,
            Duration lateAfter,
            @Nullable ApplicationContext context) {

        /** Returns how much of a queue this node runs if it serves it. */
        public QueueSettings queue(String queue) {
            return queues.getOrDefault(queue, otherQueues);
        }
    }

    private static final Logger log = LoggerFactory.getLogger(WorkerSide.class);

    /** The prefix of the names of the threads that run handlers. */
    public static final String THREADS = "baton-job-";

    private static final Duration LOST_HINTS = Duration.ofSeconds(10);
    private static final Duration ABANDONED_BATCHES = Duration.ofDays(30);

    /** The default generator is not thread-safe, and is missing where modules of the JDK are left out. */
    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    public final Worker worker;
    public final Sweeper sweeper;
    public final Sampler sampler;
    public final KeepActivity activity;
    public final Upkeep upkeep;
    public final Settings settings;
    public final ApplicationSide application;
    public final HandlerTransactions transactions;
    public final EnginePool pool;

    private final Executor threads;
    private final FireSchedules fireSchedules;
    private final KeepSchedules declaring;
    private final Memberships memberships;
    private final TransactionalExecution execution;
    private final Engine engine;
    private final Calendars calendars;
    private final Database database;

    /** Creates a worker, which scans for handlers when it starts, and a sweeper. */
    public WorkerSide(
            ApplicationSide application, Settings settings, EnginePool pool, HandlerTransactions transactions) {
        this.application = application;
        this.settings = settings;
        this.transactions = transactions;
        this.pool = pool;
        Extensions extensions = application.extensions;
        ManualMode manual = extensions.one(ManualMode.class);
        // a test moves times, which are then on other days
        calendars = manual == null
                ? application.settings.calendars()
                : application.settings.calendars().open();
        Ticker ticker = manual == null ? Ticker.SYSTEM : manual.ticker();
        threads = manual != null
                ? manual.executor()
                : Objects.requireNonNullElseGet(settings.threads(), WorkerSide::pool);
        database = new Database(pool.dataSource(), application.settings.schema());
        Transactions ofPool = new OwnTransactions(pool.dataSource());
        Transactions own = manual == null ? ofPool : manual.transactions(ofPool);
        Stores stores = new Stores(
                JdbcJobRoles.on(
                        database,
                        application.settings.retention(),
                        application.capabilities,
                        application.observer,
                        System::nanoTime),
                new JdbcWorkerStore(database),
                own);

        BatchReducer reducer = ApplicationSide.reducer(database, stores.jobs().releases(), application.dirtyGroups);
        memberships = new Memberships(reducer.store()::memberships, new FlowStore(database));
        ScheduleStore schedules = new ScheduleStore(database, calendars);
        declaring =
                new KeepSchedules(schedules, stores.workers(), own, application.enqueuer, application.scheduleChanges);
        fireSchedules = new FireSchedules(
                schedules,
                stores.jobs().inserts(),
                own,
                application.enqueuer,
                extensions.one(TickListener.class, TickListener.NONE),
                application.scheduleChanges);
        execution = new TransactionalExecution(
                transactions.manager(),
                OwnTransactions.definition(application.settings.dataSource()),
                application.roles,
                transactions.guard(),
                application.database::limitIdling,
                application.database::markBegin,
                application.database::requireBegin,
                LockSupport::parkNanos);

        Map<Part, DirtySet<?>> shared = Map.of(
                Part.LIMITS, application.dirtyLimits,
                Part.BATCHES, application.dirtyGroups,
                Part.SEQUENCES, application.sequencedJobs.dirty(),
                Part.SCHEDULES, application.scheduleChanges);
        PermitStore permits = new PermitStore(database);
        List<FollowUp> followUps = List.of(
                new PermitFollowUp(
                        permits,
                        own,
                        application.dirtyLimits,
                        application.publisher,
                        ticker,
                        readInterval(application.dirtyLimits)),
                new BatchFollowUp(reducer, own, application.publisher, ticker, readInterval(application.dirtyGroups)),
                new SequenceFollowUp(
                        application.sequencedJobs,
                        database,
                        stores.jobs().releases(),
                        own,
                        ticker::nanos,
                        readInterval(application.sequencedJobs.dirty())));
        engine = extensions.around(new Engine(
                stores,
                manual != null ? own : new LimitedTransactions(own, new Semaphore(EnginePool.FOR_HANDLERS, true)),
                manual != null
                        ? Pulses.of(stores.jobs(), stores.workers(), own)
                        : Pulses.sparing(pool.pulses(this::pulses), shared, ticker::nanos),
                threads,
                ticker,
                UUID::randomUUID,
                ApplicationSide.joined(followUps, extensions.all(FollowUp.class)),
                manual != null ? manual::isJoined : () -> false));

        Monitor monitor = new Monitor(database, calendars);
        sampler = new Sampler(monitor::sample, this::isFirst, Ticker.SYSTEM);
        activity = new KeepActivity(new ActivityStore(database), own, sampler);
        upkeep = JdbcUpkeep.on(pool.dataSource(), application.settings.schema());
        List<SweepTask> tasks = List.of(
                new RepairPermits(permits, own, application.dirtyLimits, () -> {
                    application.semaphores.restore(permits, own);
                    application.rateLimits.restore(permits, own);
                }),
                new RepairBatches(reducer.store(), own, application.dirtyGroups),
                new RepairSequences(database, own, application.sequencedJobs.dirty()),
                new PurgeBatches(reducer, own, ticker, settings.batches(), ABANDONED_BATCHES),
                new SweepKeys(new UniqueKeys(database), own),
                application.once.purge(),
                application.once.notes(),
                fireSchedules,
                declaring,
                sampler,
                activity,
                new PublishAlerts(monitor, sampler, settings.context(), settings.lateAfter()),
                new Purge("KeepChanges", own, new JdbcChangeStore(database)::purge, Duration.ofHours(1)));
        sweeper = new Sweeper(
                engine.stores(),
                application.inbox,
                application.publisher,
                new SweepSettings(
                        settings.times().pollInterval(),
                        settings.times().heartbeat(),
                        settings.times().deadAfter(),
                        application.settings.retention(),
                        manual == null),
                ApplicationSide.joined(tasks, extensions.all(SweepTask.class)));
        worker = new Worker(this::assembly, manual == null);
    }

    private Pulses pulses(DataSource kept) {
        return JdbcJobRoles.pulses(
                new Database(kept, application.settings.schema()),
                application.settings.retention(),
                new OwnTransactions(kept));
    }

    private boolean isFirst() {
        return worker.report().first();
    }

    /** Returns the interval of reads, which is long where other nodes notify or no job uses what is read. */
    private Supplier<Duration> readInterval(DirtySet<?> dirty) {
        return () -> application.inbox.receivesFromOthers() || !dirty.isUsed()
                ? LOST_HINTS
                : settings.times().pollInterval();
    }

    /** Returns an executor without a bound of its own: the concurrency of the queues bounds its threads. */
    private static Executor pool() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory(THREADS);
        factory.setDaemon(true);
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /** Closes the connections of the engine, and ends the threads of handlers that have no work, if they are this node's own. */
    @Override
    public void close() {
        if (settings.threads() == null && threads instanceof ExecutorService service) {
            service.shutdown();
        }
        pool.close();
    }

    /** Returns a worker that takes the jobs of one call at a time, and whose handlers the function wraps. */
    public WorkerAssembly manual(UnaryOperator<HandlerEnvironment> around) {
        HandlerEnvironment handling = around.apply(environment());
        Map<String, QueueSettings> queues = new HashMap<>(queues(handling.handlers()));
        queues.replaceAll((queue, size) -> new QueueSettings(1, 0));
        return assembly(handling, queues);
    }

    /** Returns the tasks that make due jobs ready. */
    public List<SweepTask> promotions() {
        return List.of(sweeper.promotion(), fireSchedules);
    }

    /** Stores the schedules that the handlers declare, unless they exist. */
    public void declareSchedules() {
        HandlerRegistry handlers = application.types.handlers();
        List<Declared> declared = handlers.all().stream()
                .flatMap(handler -> handler.settings().recurrences().stream().map(each -> declared(handler, each)))
                .toList();
        warnOfUnknown(declared.stream().map(Declared::name).collect(Collectors.toCollection(TreeSet::new)));
        declaring.declare(declared, handlers.all().stream().map(Handler::type).collect(Collectors.toSet()));
    }

    /** Returns how long until the next scheduled job is due; empty if none is scheduled. */
    public Optional<Duration> nextDue() {
        return engine.transactions().single(engine.stores().jobs().sweeps()::nextDue);
    }

    private WorkerAssembly assembly() {
        HandlerEnvironment handling = environment();
        warnOfNearMisses(handling.handlers().queues());
        WorkerAssembly assembly = assembly(handling, queues(handling.handlers()));
        return calendars.queues().isEmpty() ? assembly : assembly.closing(this::closed);
    }

    /** Returns the queues that are closed now, each with the time until it opens. */
    private Map<String, Duration> closed() {
        Instant now = engine.transactions().single(database::now);
        Map<String, Duration> closed = new HashMap<>();
        calendars.closed(now).forEach((queue, until) -> closed.put(queue, Duration.between(now, until)));
        return closed;
    }

    /** Warns of options for a queue without a handler here if a similar one has one: a variable cannot express every name, or it is misspelt. */
    private void warnOfNearMisses(Set<String> handled) {
        settings.queues().keySet().stream()
                .filter(queue -> !handled.contains(queue))
                .forEach(queue -> handled.stream()
                        .filter(each -> NearMiss.areNearly(each, queue))
                        .findFirst()
                        .ifPresent(each -> log.warn(
                                "The options below baton.queues are for the queue '{}', which has no handler here. Did you mean '{}'? A"
                                        + " variable cannot name every queue: {\"baton.queues[{}].concurrency\": 3} in"
                                        + " SPRING_APPLICATION_JSON can",
                                LogText.of(queue),
                                LogText.of(each),
                                LogText.of(each))));
    }

    private WorkerAssembly assembly(HandlerEnvironment handling, Map<String, QueueSettings> queues) {
        declareSchedules();
        WorkerSettings ofWorker = new WorkerSettings(
                settings.name(), queues, settings.times(), settings.maxAttempts(), application.settings.payloadBytes());
        return new WorkerAssembly(engine, ofWorker, handling, application.publisher, sweeper, Deadlines.onThread());
    }

    private Declared declared(Handler handler, DeclaredRecurrence declaration) {
        Recurrence recurrence = settings.recurring()
                .getOrDefault(declaration.name(), UnaryOperator.identity())
                .apply(declaration.recurrence());
        String calendar = recurrence.calendar();
        if (calendar != null && !calendars.named().containsKey(calendar)) {
            throw new StartRefusedException(
                    "The recurring job \"" + declaration.name() + "\" has the calendar \"" + calendar
                            + "\", which this node does not know.",
                    "Set baton.calendars" + Names.inProperty(calendar)
                            + ".closed to its dates and days of the week without work, such as 2026-12-25, SATURDAY.");
        }
        return new Declared(declaration.name(), handler.type(), handler.recurringPayload(), recurrence);
    }

    /** Warns of properties for jobs that this node does not declare. Another application with the same properties may declare them. */
    private void warnOfUnknown(Set<String> declared) {
        settings.recurring().keySet().stream()
                .filter(name -> !declared.contains(name))
                .forEach(name -> log.warn(
                        "baton.recurring{} says how a job recurs that no @Recurring method of this node declares.{} Those here are {}. A name"
                                + " with dots or capitals stands in brackets: baton.recurring[my.name].cron",
                        LogText.of(Names.inProperty(name)),
                        LogText.of(NearMiss.question(name, declared)),
                        LogText.of(declared.toString())));
    }

    private Map<String, QueueSettings> queues(HandlerRegistry handlers) {
        Stream<String> known = Stream.of(
                        Set.of(DeclaredType.DEFAULT_QUEUE),
                        handlers.queues(),
                        settings.queues().keySet())
                .flatMap(Set::stream);
        Stream<String> served = settings.served().isEmpty() ? known : settings.served().stream();
        return served.distinct().collect(Collectors.toUnmodifiableMap(queue -> queue, settings::queue));
    }

    /** Returns the environment of handlers. It is read when a worker starts, since every object of the application exists then. */
    private HandlerEnvironment environment() {
        Extensions extensions = application.extensions;
        HandlerRegistry handlers = application.types.handlers();
        transactions.check(handlers);
        application.types.types().requiredLimits().forEach(this::requireKnown);
        return new HandlerEnvironment(
                handlers,
                new RetryDecider(extensions.one(JobRetryPolicy.class), RANDOM),
                application.codec,
                execution,
                new RunListeners(
                        extensions.all(JobListener.class),
                        ApplicationSide.joined(List.of(activity), extensions.all(RunListener.class))),
                application.enqueuer.interceptors().get(),
                extensions.one(CallObserver.class),
                memberships,
                new JdbcPortionReader(transactions.dataSource()));
    }

    /** Refuses the start without this limit, since a job that needs its permit would wait for ever. */
    private void requireKnown(String stored, String type) {
        if (application.semaphores.knows(stored)) {
            return;
        }
        boolean rate = Names.isRate(stored);
        String name = Names.shownLimit(stored);
        throw new StartRefusedException(
                "Jobs of the type \"" + type + "\" need a permit by " + (rate ? "@RateLimited" : "@RequiresPermit")
                        + "(\"" + name + "\"), but there is no " + (rate ? "rate limit" : "semaphore")
                        + " of this name.",
                (rate
                                ? "Set baton.rate-limits" + Names.inProperty(name) + ".permits and .per"
                                : "Set baton.semaphores" + Names.inProperty(name)
                                        + " to the number of jobs that may run at once")
                        + ", or define it by the bean " + (rate ? "RateLimits" : "Semaphores")
                        + " before the application has started, such as in an InitializingBean.");
    }
}
