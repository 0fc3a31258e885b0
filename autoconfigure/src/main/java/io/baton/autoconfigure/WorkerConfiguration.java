package io.baton.autoconfigure;

import io.baton.BatonTransactionManager;
import io.baton.connection.EnginePool;
import io.baton.database.IdleLimit;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.job.Capability;
import io.baton.job.FollowUp;
import io.baton.job.JobRoles;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.job.Upkeep;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.KeepActivity;
import io.baton.monitor.Sampler;
import io.baton.sweep.SweepSettings;
import io.baton.sweep.Sweeper;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.LimitedTransactions;
import io.baton.worker.ManualMode;
import io.baton.worker.context.TransactionalExecution;
import io.baton.worker.life.Worker;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.transaction.PlatformTransactionManager;

/** The worker. */
@Configuration(proxyBeanMethods = false)
@Import({HandlerSetup.class, WorkerPlan.class})
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
    EngineStores batonEngineStores(
            EnginePool pool,
            StoreFactory application,
            ObjectProvider<Capability> capabilities,
            ObjectProvider<ManualMode> manual) {
        StoreFactory factory = application.on(pool.dataSource());
        Transactions own = new OwnTransactions(pool.dataSource());
        ManualMode mode = manual.getIfAvailable();
        List<Capability> all = capabilities.orderedStream().toList();
        return new EngineStores(
                new Stores(factory.jobs(all), factory.workers(all), mode == null ? own : mode.transactions(own)),
                factory);
    }

    @Bean
    Engine batonEngine(
            EngineStores on,
            EnginePool pool,
            HandlerThreads threads,
            Ticker ticker,
            ObjectProvider<FollowUp> followUps,
            ObjectProvider<ManualMode> manual) {
        Stores stores = on.stores();
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
        return new Engine(
                stores,
                new LimitedTransactions(stores.transactions(), EnginePool.FOR_HANDLERS),
                pool.pulses(kept -> on.factory().on(kept).pulses()),
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
    Upkeep batonUpkeep(EngineStores engine) {
        return engine.factory().upkeep();
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
    Sampler batonSampler(EngineStores engine, ObjectProvider<Worker> worker) {
        return new Sampler(
                engine.factory().monitor(),
                () -> worker.getObject().report().work().first(),
                Ticker.SYSTEM);
    }

    @Bean
    KeepActivity batonKeepActivity(EngineStores engine) {
        return new KeepActivity(engine.factory().activity(), engine.transactions());
    }

    @Bean
    Worker batonWorker(WorkerPlan plan, Sweeper sweeper, ObjectProvider<ManualMode> manual) {
        return new Worker(() -> plan.worker(sweeper), manual.getIfAvailable() == null);
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
