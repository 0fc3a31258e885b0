package io.baton.autoconfigure;

import io.baton.BatonTransactionManager;
import io.baton.JobListener;
import io.baton.JobRetryPolicy;
import io.baton.PayloadCodec;
import io.baton.activity.KeepActivity;
import io.baton.activity.RunCounts;
import io.baton.activity.jdbc.JdbcActivityStore;
import io.baton.connection.EnginePool;
import io.baton.database.IdleLimit;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.job.Capability;
import io.baton.job.FollowUp;
import io.baton.job.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.job.Memberships;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.Upkeep;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcPulses;
import io.baton.job.jdbc.JdbcUpkeep;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.loop.Ticker;
import io.baton.monitor.Sampler;
import io.baton.monitor.jdbc.JdbcMonitor;
import io.baton.sweep.SweepSettings;
import io.baton.sweep.SweepTask;
import io.baton.sweep.Sweeper;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.LimitedTransactions;
import io.baton.worker.ManualMode;
import io.baton.worker.call.CallObserver;
import io.baton.worker.context.TransactionalExecution;
import io.baton.worker.life.Worker;
import io.baton.worker.run.RunListener;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;

/** The part that runs jobs. */
@Configuration(proxyBeanMethods = false)
class WorkerConfiguration {

    @Bean
    static LazyInitializationExcludeFilter batonStartsEagerly() {
        return LazyInitializationExcludeFilter.forBeanTypes(Worker.class, Sweeper.class);
    }

    @Bean
    EnginePool batonEnginePool(BatonDatabase database, BatonProperties properties, ObjectProvider<ManualMode> manual) {
        if (manual.getIfAvailable() != null) {
            return EnginePool.sharing(database.dataSource());
        }
        return EnginePool.beside(
                database.dataSource(),
                properties.worker().deadAfter(),
                properties.worker().name());
    }

    @Bean
    Ticker batonTicker(ObjectProvider<ManualMode> manual) {
        ManualMode mode = manual.getIfAvailable();
        return mode == null ? Ticker.SYSTEM : mode.ticker();
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
            ObjectProvider<Capability> capabilities,
            ObjectProvider<InsertObserver> observer,
            ObjectProvider<ManualMode> manual) {
        DataSource dataSource = pool.dataSource();
        Transactions own = new OwnTransactions(dataSource);
        ManualMode mode = manual.getIfAvailable();
        Retention retention = properties.retention().retention();
        List<Capability> all = capabilities.orderedStream().toList();
        return new Stores(
                JdbcJobRoles.on(
                        dataSource,
                        database.schema(),
                        retention,
                        all,
                        observer.getIfAvailable(() -> InsertObserver.NONE)),
                new JdbcWorkerStore(dataSource, database.schema(), retention, all),
                mode == null ? own : mode.transactions(own));
    }

    @Bean
    Engine batonEngine(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            BatonProperties properties,
            HandlerThreads threads,
            Ticker ticker,
            ObjectProvider<FollowUp> followUps,
            ObjectProvider<ManualMode> manual) {
        ManualMode mode = manual.getIfAvailable();
        if (mode != null) {
            return new Engine(
                    stores,
                    stores.transactions(),
                    Pulses.of(stores.jobs(), stores.workers(), stores.transactions()),
                    mode.executor(),
                    ticker,
                    UUID::randomUUID,
                    followUps.orderedStream().toList(),
                    mode::isJoined);
        }
        Retention retention = properties.retention().retention();
        return new Engine(
                stores,
                new LimitedTransactions(stores.transactions(), EnginePool.FOR_HANDLERS),
                pool.pulses(kept -> JdbcPulses.on(kept, database.schema(), retention, new OwnTransactions(kept))),
                threads.executor(),
                ticker,
                UUID::randomUUID,
                followUps.orderedStream().toList(),
                () -> false);
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
            ObjectProvider<SweepTask> furtherTasks,
            ObjectProvider<ManualMode> manual) {
        BatonProperties.Worker worker = properties.worker();
        return new Sweeper(
                engine.stores(),
                inbox,
                publisher,
                new SweepSettings(
                        worker.pollInterval(),
                        worker.heartbeat(),
                        worker.deadAfter(),
                        properties.retention().retention(),
                        manual.getIfAvailable() == null),
                furtherTasks.orderedStream().toList());
    }

    @Bean
    Sampler batonSampler(EnginePool pool, BatonDatabase database, ObjectProvider<Worker> worker) {
        return new Sampler(
                new JdbcMonitor(pool.dataSource(), database.schema()),
                () -> worker.getObject().report().work().first(),
                Ticker.SYSTEM);
    }

    @Bean
    SweepTask batonSampleTask(Sampler sampler) {
        return SweepTask.named("sample", sampler::sample);
    }

    @Bean
    RunCounts batonRunCounts() {
        return new RunCounts();
    }

    @Bean
    SweepTask batonKeepActivity(RunCounts counts, Stores stores, EnginePool pool, BatonDatabase database) {
        KeepActivity keep = new KeepActivity(
                counts, new JdbcActivityStore(pool.dataSource(), database.schema()), stores.transactions());
        return SweepTask.named("keepActivity", keep::sweep);
    }

    @Bean
    WorkerPlan batonWorkerPlan(
            Engine engine,
            HandlerSetup handlers,
            BatonProperties properties,
            Environment environment,
            WakeupPublisher publisher,
            RecurringHandlers recurring) {
        return new WorkerPlan(engine, handlers, properties, environment, publisher, recurring);
    }

    @Bean
    Worker batonWorker(WorkerPlan plan, Sweeper sweeper, ObjectProvider<ManualMode> manual) {
        return new Worker(() -> plan.worker(sweeper), manual.getIfAvailable() == null);
    }

    @Bean
    HandlerSetup batonHandlerSetup(
            HandlerTypes types,
            HandlerTransactions transactions,
            TransactionalExecution execution,
            PayloadCodec codec,
            ObjectProvider<JobRetryPolicy> policy,
            ObjectProvider<JobListener> listeners,
            ObjectProvider<RunListener> meters,
            ObjectProvider<CallObserver> observer,
            OwnLimits limits,
            Memberships memberships) {
        return new HandlerSetup(
                types,
                transactions,
                execution,
                codec,
                policy,
                listeners,
                meters,
                observer,
                limits.semaphores(),
                memberships);
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
            HandlerTransactions transactions, BatonDatabase database, JobRoles jobs) {
        return new TransactionalExecution(
                transactions.manager(),
                OwnTransactions.definition(database.dataSource()),
                jobs.settlements(),
                transactions.guard(),
                new IdleLimit(database.dataSource())::set,
                LockSupport::parkNanos);
    }
}
