package io.baton.autoconfigure;

import io.baton.Diagnostics;
import io.baton.actuate.BatonHealthIndicator;
import io.baton.actuate.ClusterHealth;
import io.baton.loop.Troubled;
import io.baton.wiring.WorkerSide;
import io.baton.worker.life.Worker;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Adds the worker's health to an application that shows its health. */
@AutoConfiguration(after = BatonWorkerAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnEnabledHealthIndicator.class)
@ConditionalOnEnabledHealthIndicator("baton")
public final class BatonHealthAutoConfiguration {

    /** The name of this bean without its suffix is the name of the health contributor. */
    @Bean
    @ConditionalOnBean(Worker.class)
    @ConditionalOnMissingBean(name = "batonHealthIndicator")
    BatonHealthIndicator batonHealthIndicator(
            Worker worker,
            ObjectProvider<Troubled> parts,
            BatonProperties properties,
            WorkerSide side,
            Diagnostics diagnostics) {
        return new BatonHealthIndicator(
                worker,
                parts.orderedStream().toList(),
                properties.worker().deadAfter(),
                side.upkeep,
                new ClusterHealth(side.sampler, diagnostics, properties.health().maxDueAge()));
    }

    /** Is out of service before the worker runs and from its stop on. Without a worker it is up, so that all nodes can have the same health group. */
    @Bean
    HealthIndicator batonAvailabilityHealthIndicator(ObjectProvider<Worker> workers) {
        Worker worker = workers.getIfAvailable();
        return () -> worker == null || worker.isRunning() || !worker.isAutoStartup()
                ? Health.up().build()
                : Health.outOfService().build();
    }
}
