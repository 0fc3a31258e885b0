package io.baton.actuate;

import io.baton.worker.life.Worker;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Out of service until the worker runs, if there is one, and once it begins to stop: for readiness, in rolling deployments. */
public final class BatonAvailabilityHealthIndicator extends AbstractHealthIndicator {

    private final @Nullable Worker worker;

    public BatonAvailabilityHealthIndicator(@Nullable Worker worker) {
        super("The availability of Baton's worker could not be determined");
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        if (worker == null || worker.isRunning() || !worker.isAutoStartup()) {
            health.up();
        } else {
            health.outOfService();
        }
    }
}
