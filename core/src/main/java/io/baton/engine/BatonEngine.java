package io.baton.engine;

import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Diagnostics;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.PayloadCodec;
import io.baton.PayloadKeys;
import io.baton.Rate;
import io.baton.RateLimits;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.calendar.Calendars;
import io.baton.calendar.OpeningHours;
import io.baton.calendar.WorkCalendar;
import io.baton.connection.EnginePool;
import io.baton.database.SupportedServer;
import io.baton.enqueue.CommitWatch;
import io.baton.handler.HandlerTypes;
import io.baton.handler.RetryRule;
import io.baton.job.Retention;
import io.baton.schema.BatonSchema;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wiring.ApplicationSide;
import io.baton.wiring.Extensions;
import io.baton.wiring.HandlerTransactions;
import io.baton.wiring.WorkerSide;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.life.Worker;
import java.time.Duration;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Runs the job queue of an application that Spring Boot does not configure, and the worker of this node:
 *
 * <pre>{@code
 * BatonEngine engine = BatonEngine.builder(dataSource).beans(new MailJobs()).build();
 * engine.start();
 * engine.jobs().enqueue(new Mail("ann@example.org"));
 * ..
 * engine.close();
 * }</pre>
 *
 * <p>As a bean of a Spring application it starts and stops with the context. Any thread may use it.
 */
public final class BatonEngine implements SmartLifecycle, AutoCloseable {

    private final ApplicationSide application;
    private final @Nullable WorkerSide worker;
    /** The parts of the engine in the order in which they start. */
    private final List<SmartLifecycle> parts;

    private volatile boolean running;
    private boolean closed;

    private BatonEngine(ApplicationSide application, @Nullable WorkerSide worker) {
        this.application = application;
        this.worker = worker;
        this.parts = worker == null
                ? List.of(application.remoteWakeups)
                : List.of(worker.pool, application.remoteWakeups, worker.sweeper, worker.worker);
    }

    /** Returns a builder of an engine whose jobs are in the database of this data source. Enqueues join transactions of the same data source. */
    public static Builder builder(DataSource dataSource) {
        return new Builder(dataSource);
    }

    /** Returns the operations that enqueue, find and control jobs. */
    public Jobs jobs() {
        return application.jobs;
    }

    /** Returns the batches, which detect the end of many jobs. */
    public Batches batches() {
        return application.batches;
    }

    /** Returns the flows, which run jobs in an order. */
    public Flows flows() {
        return application.flows;
    }

    /** Returns the recurring jobs, which are enqueued again and again. */
    public RecurringJobs recurringJobs() {
        return application.recurringJobs;
    }

    /** Returns the operations that perform an action once per key. */
    public Once once() {
        return application.once;
    }

    /** Returns the sequences, whose jobs run one at a time. */
    public Sequences sequences() {
        return application.sequences;
    }

    /** Returns what sends signals to jobs that wait. */
    public Signals signals() {
        return application.steps;
    }

    /** Returns the steps of jobs. */
    public Steps steps() {
        return application.steps;
    }

    /** Returns the shares of queues, which have turns by their weights. */
    public Shares shares() {
        return application.shares;
    }

    /** Returns the semaphores, which limit how many jobs run at once. */
    public Semaphores semaphores() {
        return application.semaphores;
    }

    /** Returns the rate limits, which limit how many jobs start in a period. */
    public RateLimits rateLimits() {
        return application.rateLimits;
    }

    /** Returns the diagnostics, which explain why a job does not run. */
    public Diagnostics diagnostics() {
        return application.diagnostics;
    }

    /**
     * Starts to run jobs, and finds the handlers anew.
     *
     * @throws BatonException if a handler does not fit; the message says what to do
     */
    @Override
    public synchronized void start() {
        if (closed) {
            throw new BatonException("The engine is closed and cannot start again. Build another one");
        }
        if (!running) {
            running = true;
            try {
                application.types.afterSingletonsInstantiated();
                parts.forEach(SmartLifecycle::start);
            } catch (RuntimeException | Error e) {
                stop();
                throw e;
            }
        }
    }

    /** Claims no more jobs, lets running handlers end within {@link Builder#shutdownTimeout}, and interrupts the rest. It can start again. */
    @Override
    public synchronized void stop() {
        running = false;
        stop(parts);
    }

    /** Stops all parts, the last one first, even if one of them fails. */
    private static void stop(List<SmartLifecycle> parts) {
        if (!parts.isEmpty()) {
            int last = parts.size() - 1;
            try {
                parts.get(last).stop();
            } finally {
                stop(parts.subList(0, last));
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Returns a phase in which the engine stops after beans without a phase of their own, and before the web server. */
    @Override
    public int getPhase() {
        return Worker.PHASE;
    }

    /** Stops, and closes the connections of the engine, which cannot be started again. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            stop();
        } finally {
            if (worker != null) {
                worker.close();
            }
        }
    }

    /** The options of an engine. Each has a default that fits most applications. */
    public static final class Builder {

        private static final int PAYLOAD_BYTES = 1024 * 1024;
        private static final Duration LATE_AFTER = Duration.ofMinutes(5);
        private static final Duration KEYS = Duration.ofDays(30);
        private static final RetryRule RETRY =
                new RetryRule(Duration.ofSeconds(1), 2, Duration.ofHours(1), 0.2, List.of());

        private final DataSource dataSource;
        private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        private final Map<String, QueueSettings> queues = new LinkedHashMap<>();
        private final Map<String, Integer> semaphores = new LinkedHashMap<>();
        private final Map<String, Rate> rateLimits = new LinkedHashMap<>();
        private final Map<String, WorkCalendar> calendars = new LinkedHashMap<>();
        private final Map<String, OpeningHours> hours = new LinkedHashMap<>();
        private @Nullable String schema;
        private @Nullable PlatformTransactionManager manager;
        private @Nullable ApplicationContext context;
        private boolean migrate = true;
        private boolean worker = true;
        private String name = "";
        private Set<String> served = Set.of();
        private QueueSettings otherQueues = QueueSettings.of(10);
        private Duration retention = Duration.ofDays(7);
        private Duration deadAfter = Duration.ofSeconds(10);
        private Duration shutdownTimeout = Duration.ofSeconds(25);

        private Builder(DataSource dataSource) {
            beans.setDependencyComparator(AnnotationAwareOrderComparator.INSTANCE);
            this.dataSource = dataSource;
        }

        /**
         * Adds objects that Baton searches for {@code @JobHandler} methods, and uses by what they implement: {@link io.baton.JobListener}, {@link
         * io.baton.JobInterceptor}, {@link io.baton.JobRetryPolicy}, {@link PayloadCodec}, {@link PayloadKeys}.
         */
        public Builder beans(Object... objects) {
            for (Object each : objects) {
                beans.registerSingleton(each.getClass().getName() + "#" + beans.getSingletonCount(), each);
            }
            return this;
        }

        /** Adds all beans of a Spring application; the engine also finds the transaction manager and the listeners of {@link io.baton.Alert} there. */
        public Builder beansOf(BeanFactory application) {
            context = application instanceof ApplicationContext found ? found : null;
            BeanFactory parent = application instanceof ConfigurableApplicationContext configurable
                    ? configurable.getBeanFactory()
                    : application;
            beans.setParentBeanFactory(parent);
            if (parent instanceof ConfigurableBeanFactory configured) {
                beans.addEmbeddedValueResolver(configured::resolveEmbeddedValue);
                beans.setBeanExpressionResolver(configured.getBeanExpressionResolver());
            }
            return this;
        }

        /** Sets the transaction manager of transactional handlers. Without one, here or among the beans, they are refused. */
        public Builder transactionManager(PlatformTransactionManager transactions) {
            manager = transactions;
            return this;
        }

        /** Sets the schema of Baton's tables. The default is the schema of the connections. */
        public Builder schema(String tables) {
            schema = tables;
            return this;
        }

        /** Sets whether the engine creates and updates its tables, which needs Flyway; if not, it only checks them. The default is true. */
        public Builder migrate(boolean migrates) {
            migrate = migrates;
            return this;
        }

        /** Sets whether this node runs jobs; a node that does not can still enqueue them. The default is true. */
        public Builder worker(boolean runs) {
            worker = runs;
            return this;
        }

        /** Sets the name of this node for operators. The default is its host and process id. */
        public Builder name(String node) {
            require(node.length() <= 200, "name", node.length() + " characters", "of 200 characters at most");
            name = node;
            return this;
        }

        /** Sets how many handlers of each queue run at once on this node. The default is 10. */
        public Builder concurrency(int atOnce) {
            otherQueues = size("concurrency", atOnce);
            return this;
        }

        /** Sets how many handlers of one queue run at once on this node. */
        public Builder queue(String queue, int atOnce) {
            queues.put(queue, size("queue \"" + queue + "\"", atOnce));
            return this;
        }

        /** Adds a calendar of dates such as {@code "2026-12-25"} and days of the week such as {@code "SATURDAY"} without work. */
        public Builder calendar(String calendar, ZoneId zone, String... closed) {
            calendars.put(calendar, WorkCalendar.of(zone, List.of(closed)));
            return this;
        }

        /** Sets the windows in which jobs of a queue may start, such as {@code "Mon-Fri 08:00-18:00"}, by a calendar that was added before. */
        public Builder open(String queue, String windows, String calendar) {
            hours.put(queue, OpeningHours.of(windows, new Calendars(calendars, Map.of()).get(calendar)));
            return this;
        }

        private static QueueSettings size(String option, int atOnce) {
            require(atOnce >= 1 && atOnce <= 10_000, option, atOnce, "from 1 to 10000");
            return QueueSettings.of(atOnce);
        }

        private static void require(boolean kept, String option, Object value, String expected) {
            if (!kept) {
                throw new BatonException("The option " + option + " is " + value + ", but must be " + expected);
            }
        }

        /** Sets the queues that this node serves. By default it serves those that its handlers and options name. */
        public Builder serves(String... onlyThese) {
            served = Set.copyOf(List.of(onlyThese));
            return this;
        }

        /** Sets how many jobs that need a permit of this semaphore run at once in the whole cluster. */
        public Builder semaphore(String semaphore, int permits) {
            semaphores.put(semaphore, permits);
            return this;
        }

        /** Sets how many jobs that are limited by this rate start in a period in the whole cluster. */
        public Builder rateLimit(String limit, Rate rate) {
            rateLimits.put(limit, rate);
            return this;
        }

        /** Sets how long ended jobs and batches are kept. The default is 7 days. Dead jobs are kept until they are revived or cancelled. */
        public Builder retention(Duration ended) {
            require(!ended.isNegative(), "retention", ended, "zero or longer");
            retention = ended;
            return this;
        }

        /** Sets how long a worker may miss heartbeats before its jobs are reclaimed. The default is 10 seconds. It sends five in this time. */
        public Builder deadAfter(Duration silence) {
            require(
                    silence.compareTo(Duration.ofSeconds(1)) >= 0 && silence.compareTo(Duration.ofHours(1)) <= 0,
                    "deadAfter",
                    silence,
                    "from a second to an hour");
            deadAfter = silence;
            return this;
        }

        /** Sets how long running handlers may go on after a stop. The default is 25 seconds. */
        public Builder shutdownTimeout(Duration patience) {
            require(
                    !patience.isNegative() && patience.compareTo(Duration.ofDays(1)) <= 0,
                    "shutdownTimeout",
                    patience,
                    "from zero to a day");
            shutdownTimeout = patience;
            return this;
        }

        /**
         * Prepares the tables and returns the engine, which can enqueue at once and runs jobs after its start.
         *
         * @throws BatonException if the database or an option does not fit; the message says what to do
         */
        public BatonEngine build() {
            String stored = BatonSchema.nameAsStored(dataSource, schema, null, null);
            SupportedServer.require(dataSource, PAYLOAD_BYTES);
            try (EnginePool ofTables = EnginePool.forMigrations(dataSource)) {
                new BatonSchema(ofTables.dataSource(), stored).prepare(migrate, Runnable::run);
            }
            EnginePool pool = worker ? EnginePool.beside(dataSource, deadAfter, name) : null;
            try {
                return engine(stored, pool);
            } catch (RuntimeException | Error e) {
                if (pool != null) {
                    pool.close();
                }
                throw e;
            }
        }

        private BatonEngine engine(@Nullable String stored, @Nullable EnginePool pool) {
            if (!beans.hasEmbeddedValueResolver()) {
                beans.addEmbeddedValueResolver(new StandardEnvironment()::resolveRequiredPlaceholders);
            }
            Extensions extensions = Extensions.of(beans);
            PayloadCodec codec = extensions.one(PayloadCodec.class, new JacksonPayloadCodec());
            codec = JacksonPayloadCodec.packing(codec, extensions.one(PayloadKeys.class), null);
            HandlerTypes types = new HandlerTypes(beans, codec, RETRY);
            ApplicationSide application = new ApplicationSide(ofApplication(stored), types, extensions, pool);
            HandlerTransactions transactions = HandlerTransactions.on(dataSource, manager, beans);
            Stream.concat(Stream.ofNullable(manager), extensions.all(PlatformTransactionManager.class).stream())
                    .filter(ConfigurableTransactionManager.class::isInstance)
                    .forEach(each -> new CommitWatch().addTo((ConfigurableTransactionManager) each));
            return new BatonEngine(
                    application, pool == null ? null : new WorkerSide(application, ofWorker(), pool, transactions));
        }

        private ApplicationSide.Settings ofApplication(@Nullable String stored) {
            return new ApplicationSide.Settings(
                    dataSource,
                    stored,
                    new Retention(retention, retention, null, 4_096),
                    KEYS,
                    KEYS,
                    PAYLOAD_BYTES,
                    false,
                    Map.copyOf(semaphores),
                    Map.copyOf(rateLimits),
                    Map.of(),
                    new Calendars(Map.copyOf(calendars), Map.copyOf(hours)),
                    true,
                    () -> null);
        }

        private WorkerSide.Settings ofWorker() {
            return new WorkerSide.Settings(
                    name,
                    served,
                    Map.copyOf(queues),
                    otherQueues,
                    new WorkerSettings.Times(Duration.ofSeconds(1), deadAfter.dividedBy(5), deadAfter, shutdownTimeout),
                    10,
                    retention,
                    Map.of(),
                    null,
                    LATE_AFTER,
                    context);
        }
    }
}
