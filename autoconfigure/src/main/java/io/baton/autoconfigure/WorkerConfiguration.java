package io.baton.autoconfigure;

import io.baton.BatonTransactionManager;
import io.baton.JobListener;
import io.baton.JobRetryPolicy;
import io.baton.PayloadCodec;
import io.baton.database.IdleLimit;
import io.baton.database.OwnTransactions;
import io.baton.handler.HandlerRegistry;
import io.baton.job.Capability;
import io.baton.job.FollowUp;
import io.baton.job.JobStore;
import io.baton.job.Memberships;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.Upkeep;
import io.baton.job.jdbc.JdbcJobStore;
import io.baton.job.jdbc.JdbcPulses;
import io.baton.job.jdbc.JdbcUpkeep;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.loop.Ticker;
import io.baton.permit.PermitSemaphores;
import io.baton.sweep.SweepSettings;
import io.baton.sweep.SweepTask;
import io.baton.sweep.Sweeper;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.HandlerEnvironment;
import io.baton.worker.LimitedTransactions;
import io.baton.worker.QueueSettings;
import io.baton.worker.TransactionalExecution;
import io.baton.worker.Worker;
import io.baton.worker.WorkerAssembly;
import io.baton.worker.WorkerSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;

/** The part that runs jobs. */
@Configuration(proxyBeanMethods = false)
class WorkerConfiguration {

    private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TO_TIDY_UP = Duration.ofSeconds(5);

    @Bean
    static LazyInitializationExcludeFilter batonStartsEagerly() {
        return LazyInitializationExcludeFilter.forBeanTypes(Worker.class, Sweeper.class);
    }

    @Bean
    EnginePool batonEnginePool(BatonDatabase database, BatonProperties properties) {
        return EnginePool.beside(
                database.dataSource(),
                properties.worker().deadAfter(),
                properties.worker().name());
    }

    @Bean
    HandlerThreads batonHandlerThreads(Environment environment) {
        return HandlerThreads.of(environment);
    }

    @Bean
    @DependsOnDatabaseInitialization
    Stores batonStores(
            EnginePool pool,
            BatonDatabase database,
            BatonProperties properties,
            ObjectProvider<Capability> capabilities) {
        DataSource dataSource = pool.dataSource();
        Retention retention = properties.retention().retention();
        List<Capability> all = capabilities.orderedStream().toList();
        return new Stores(
                new JdbcJobStore(dataSource, database.schema(), retention, all),
                new JdbcWorkerStore(dataSource, database.schema(), retention, all),
                new OwnTransactions(dataSource));
    }

    @Bean
    Engine batonEngine(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            BatonProperties properties,
            HandlerThreads threads,
            ObjectProvider<FollowUp> followUps) {
        Retention retention = properties.retention().retention();
        return new Engine(
                stores,
                new LimitedTransactions(stores.transactions(), EnginePool.FOR_HANDLERS),
                pool.pulses(kept -> JdbcPulses.on(kept, database.schema(), retention, new OwnTransactions(kept))),
                threads.executor(),
                Ticker.SYSTEM,
                UUID::randomUUID,
                followUps.orderedStream().toList());
    }

    @Bean
    static ChildHandlers batonChildHandlers(ApplicationContext context) {
        return new ChildHandlers(context);
    }

    @Bean
    Upkeep batonUpkeep(EnginePool pool, BatonDatabase database) {
        return JdbcUpkeep.on(pool.dataSource(), database.schema());
    }

    @Bean
    Sweeper batonSweeper(
            Engine engine,
            WakeupInbox inbox,
            WakeupPublisher publisher,
            BatonProperties properties,
            ObjectProvider<SweepTask> furtherTasks) {
        BatonProperties.Worker worker = properties.worker();
        return new Sweeper(
                engine.stores(),
                inbox,
                publisher,
                new SweepSettings(
                        worker.pollInterval(),
                        worker.heartbeat(),
                        worker.deadAfter(),
                        properties.retention().retention()),
                furtherTasks.orderedStream().toList());
    }

    @Bean
    Worker batonWorker(
            Engine engine,
            HandlerSetup handlers,
            BatonProperties properties,
            Environment environment,
            WakeupPublisher publisher,
            Sweeper sweeper) {
        return new Worker(() -> {
            HandlerEnvironment handling = handlers.environment();
            QueueOptions.warnOfNearMisses(
                    properties.queues().keySet(), handling.handlers().queues());
            WorkerSettings settings = settings(properties, handling.handlers(), environment);
            return new WorkerAssembly(engine, settings, handling, publisher, sweeper);
        });
    }

    @Bean
    HandlerSetup batonHandlerSetup(
            HandlerTypes types,
            HandlerTransactions transactions,
            TransactionalExecution execution,
            PayloadCodec codec,
            ObjectProvider<JobRetryPolicy> policy,
            ObjectProvider<JobListener> listeners,
            PermitSemaphores semaphores,
            Memberships memberships) {
        return new HandlerSetup(types, transactions, execution, codec, policy, listeners, semaphores, memberships);
    }

    @Bean
    HandlerTransactions batonHandlerTransactions(
            BatonDatabase database,
            @BatonTransactionManager ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> all,
            ListableBeanFactory beans) {
        return HandlerTransactions.on(database.dataSource(), marked, all, beans);
    }

    @Bean
    TransactionalExecution batonTransactionalCalls(
            HandlerTransactions transactions, BatonDatabase database, JobStore store) {
        return new TransactionalExecution(
                transactions.manager(),
                OwnTransactions.definition(database.dataSource()),
                store,
                transactions.guard(),
                new IdleLimit(database.dataSource())::set);
    }

    private static WorkerSettings settings(
            BatonProperties properties, HandlerRegistry handlers, Environment environment) {
        BatonProperties.Worker worker = properties.worker();
        WorkerSettings.Times times = new WorkerSettings.Times(
                worker.pollInterval(),
                worker.heartbeat(),
                worker.deadAfter(),
                shutdownTimeout(environment),
                properties.unknownType().deadAfter());
        WorkerSettings.Runs runs = new WorkerSettings.Runs(
                properties.retry().maxAttempts(),
                properties.payload().bytes(),
                properties.logging().errors());
        return new WorkerSettings(worker.name(), queues(properties, handlers), times, runs);
    }

    private static Map<String, QueueSettings> queues(BatonProperties properties, HandlerRegistry handlers) {
        Stream<String> known = Stream.of(
                        Stream.of("default"), handlers.queues().stream(), properties.queues().keySet().stream())
                .flatMap(Function.identity());
        Stream<String> served = properties.worker().queues().isEmpty() ? known : properties.worker().queues().stream();
        return served.distinct().collect(Collectors.toUnmodifiableMap(Function.identity(), queue -> {
            BatonProperties.Queue own = properties.queues().get(queue);
            return (own != null ? own : new BatonProperties.Queue(null, null)).settings(properties.worker());
        }));
    }

    /** What is left of the phase's time once the settler and the heartbeat have had theirs. */
    private static Duration shutdownTimeout(Environment environment) {
        Duration phase = Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElseGet(() -> DEFAULT_PHASE_TIMEOUT);
        Duration half = phase.dividedBy(2);
        Duration rest = phase.minus(TO_TIDY_UP);
        return rest.compareTo(half) > 0 ? rest : half;
    }
}
