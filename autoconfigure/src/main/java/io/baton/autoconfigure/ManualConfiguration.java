package io.baton.autoconfigure;

import io.baton.manual.ManualParts;
import io.baton.manual.ManualRuns;
import io.baton.recurring.FireSchedules;
import io.baton.sweep.Sweeper;
import io.baton.worker.ManualMode;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lets tests run jobs themselves. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(ManualMode.class)
class ManualConfiguration {

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
