package io.baton.autoconfigure;

import io.baton.job.Upkeep;
import io.baton.metrics.UpkeepMeters;
import io.baton.metrics.WorkerMeters;
import io.baton.worker.Worker;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds meters to an application that measures. */
@AutoConfiguration(
        after = BatonWorkerAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
@ConditionalOnBean(value = Worker.class, type = "io.micrometer.core.instrument.MeterRegistry")
public final class BatonMetricsAutoConfiguration {

    @Bean
    WorkerMeters batonWorkerMeters(Worker worker) {
        return new WorkerMeters(worker);
    }

    @Bean
    UpkeepMeters batonUpkeepMeters(Upkeep upkeep) {
        return new UpkeepMeters(upkeep);
    }
}
