package io.baton.test;

import io.baton.Jobs;
import io.baton.autoconfigure.BatonWorkerAutoConfiguration;
import io.baton.manual.ManualRuns;
import io.baton.wiring.WorkerSide;
import io.baton.worker.ManualMode;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextRefreshedEvent;

/** Auto-configuration of {@link BatonTestKit}. */
@AutoConfiguration(after = BatonWorkerAutoConfiguration.class)
@ConditionalOnBean({WorkerSide.class, ManualMode.class})
class BatonTestAutoConfiguration {

    @Bean
    ManualRuns batonManualRuns(WorkerSide side, ManualMode mode) {
        return new ManualRuns(mode, side);
    }

    @Bean
    BatonTestKit batonTestKit(ManualRuns runs, Jobs jobs) {
        return new BatonTestKit(runs, jobs);
    }

    /** Declares recurring jobs at the start of an application, also where no worker runs. */
    @Bean
    ApplicationListener<ContextRefreshedEvent> batonDeclaredSchedules(ManualRuns runs) {
        return refreshed -> runs.declareSchedules();
    }
}
