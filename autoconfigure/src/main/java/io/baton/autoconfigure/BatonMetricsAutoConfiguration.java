package io.baton.autoconfigure;

import io.baton.metrics.ClusterMeters;
import io.baton.metrics.RunMeters;
import io.baton.metrics.WorkerMeters;
import io.baton.wiring.WorkerSide;
import io.baton.worker.life.Worker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Adds Baton's meters to an application that has a meter registry. */
@AutoConfiguration(
        after = BatonWorkerAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
@ConditionalOnBean(value = BatonDatabase.class, type = "io.micrometer.core.instrument.MeterRegistry")
public final class BatonMetricsAutoConfiguration {

    /** This bean exists without a worker too, since it counts enqueues. */
    @Bean
    RunMeters batonRunMeters(MeterRegistry registry) {
        return new RunMeters(registry);
    }

    @Bean
    @ConditionalOnBean(Worker.class)
    MeterBinder batonWorkerMeters(WorkerSide side) {
        return registry -> {
            new WorkerMeters(side.worker, side.sweeper, side.upkeep).bindTo(registry);
            new ClusterMeters(side.sampler, queue -> side.settings.queue(queue).concurrency()).bindTo(registry);
        };
    }
}
