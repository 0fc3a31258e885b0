package io.baton.autoconfigure;

import io.baton.connection.EnginePool;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Purge;
import io.baton.database.Transactions;
import io.baton.enqueue.UnservedJobs;
import io.baton.job.Capability;
import io.baton.job.FollowUp;
import io.baton.job.JobRoles;
import io.baton.job.LastPulse;
import io.baton.job.Stores;
import io.baton.job.Upkeep;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.KeepActivity;
import io.baton.monitor.Sampler;
import io.baton.monitor.jdbc.JdbcActivityStore;
import io.baton.sweep.SweepSettings;
import io.baton.sweep.Sweeper;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.wiring.HandlerTransactions;
import io.baton.worker.Engine;
import io.baton.worker.LimitedTransactions;
import io.baton.worker.ManualMode;
import io.baton.worker.call.TransactionalExecution;
import io.baton.worker.life.Worker;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/** Gives an application that has a job queue the worker. Apart from the queue, since slices of an application in tests have none. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBean(value = BatonDatabase.class, search = SearchStrategy.CURRENT)
@ConditionalOnBooleanProperty(name = "baton.worker.enabled", matchIfMissing = true)
@Import({HandlerSetup.class, WorkerPlan.class, FollowUpConfiguration.class, ManualConfiguration.class})
public final class BatonWorkerAutoConfiguration {

    @Bean
    static LazyInitializationExcludeFilter batonStartsEagerly() {
        return LazyInitializationExcludeFilter.forBeanTypes(Worker.class, Sweeper.class);
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
                engine.factory().monitor()::sample,
                () -> worker.getObject().report().first(),
                Ticker.SYSTEM);
    }

    @Bean
    UnservedJobs batonUnservedJobs(EngineStores engine) {
        return new UnservedJobs(engine.stores().workers(), engine.transactions(), Ticker.SYSTEM);
    }

    @Bean
    KeepActivity batonKeepActivity(EngineStores engine, Sampler sampler) {
        return new KeepActivity(new JdbcActivityStore(engine.factory().database()), engine.transactions(), sampler);
    }

    @Bean
    Purge batonKeepChanges(EngineStores engine) {
        return new Purge("KeepChanges", engine.transactions(), engine.factory().changes()::purge, Duration.ofHours(1));
    }

    @Bean
    Worker batonWorker(WorkerPlan plan, Sweeper sweeper, ObjectProvider<ManualMode> manual) {
        return new Worker(() -> plan.worker(sweeper), manual.getIfAvailable() == null);
    }

    @Bean
    TransactionalExecution batonTransactionalCalls(
            HandlerTransactions transactions, BatonDatabase database, JobRoles jobs) {
        return new TransactionalExecution(
                transactions.manager(),
                OwnTransactions.definition(database.dataSource()),
                jobs.settlements(),
                transactions.guard(),
                new Database(database.dataSource(), null)::limitIdling,
                LockSupport::parkNanos);
    }

    /** The threads and connections of a worker that runs jobs by itself. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(ManualMode.class)
    static class BackgroundConfiguration {

        @Bean
        EnginePool batonEnginePool(BatonDatabase database, BatonProperties properties) {
            return EnginePool.beside(
                    database.dataSource(),
                    properties.worker().deadAfter(),
                    properties.worker().name());
        }

        @Bean
        Ticker batonTicker() {
            return Ticker.SYSTEM;
        }

        @Bean
        HandlerThreads batonHandlerThreads(Environment environment) {
            return HandlerThreads.of(environment);
        }

        @Bean
        Engine batonEngine(
                EngineStores on,
                EnginePool pool,
                HandlerThreads threads,
                Ticker ticker,
                LastPulse lastPulse,
                ObjectProvider<FollowUp> followUps) {
            return new Engine(
                    on.stores(),
                    new LimitedTransactions(on.transactions(), EnginePool.FOR_HANDLERS),
                    lastPulse.of(pool.pulses(kept -> on.factory().on(kept).pulses())),
                    threads.executor(),
                    ticker,
                    UUID::randomUUID,
                    followUps.orderedStream().toList(),
                    () -> false);
        }
    }
}
