package io.baton.autoconfigure;

import io.baton.connection.EnginePool;
import io.baton.handler.HandlerTypes;
import io.baton.job.FollowUp;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.loop.Ticker;
import io.baton.manual.ManualParts;
import io.baton.manual.ManualRuns;
import io.baton.recurring.FireSchedules;
import io.baton.sweep.Sweeper;
import io.baton.wiring.HandlerTransactions;
import io.baton.worker.Engine;
import io.baton.worker.ManualMode;
import java.util.List;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets tests run jobs themselves. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(ManualMode.class)
class ManualConfiguration {

    @Bean
    EnginePool batonEnginePool(BatonDatabase database) {
        return EnginePool.sharing(database.dataSource());
    }

    @Bean
    Ticker batonTicker(ManualMode mode) {
        return mode.ticker();
    }

    @Bean
    Engine batonEngine(EngineStores on, Ticker ticker, ManualMode mode, ObjectProvider<FollowUp> followUps) {
        Stores stores = on.stores();
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

    @Bean
    ManualRuns batonManualRuns(
            ManualMode mode,
            WorkerPlan plan,
            EngineStores engine,
            RecurringHandlers recurring,
            Sweeper sweeper,
            FireSchedules schedules,
            HandlerTransactions transactions,
            HandlerTypes types,
            BatonDatabase database) {
        return new ManualRuns(
                mode,
                new ManualParts(
                        around -> plan.manual(around, sweeper),
                        List.of(sweeper.promotion(), schedules),
                        () -> recurring.declare(types.handlers()),
                        () -> engine.transactions()
                                .single(engine.stores().jobs().sweeps()::nextDue),
                        types::handlers,
                        transactions.manager(),
                        database.dataSource(),
                        database.schema()));
    }
}
