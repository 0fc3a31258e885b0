package io.baton.actuate;

import io.baton.worker.Worker;
import io.baton.worker.WorkerReport;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Down while a part of the worker fails, with the reason; up again by itself. */
public final class BatonHealthIndicator extends AbstractHealthIndicator {

    private final Worker worker;

    public BatonHealthIndicator(Worker worker) {
        super("The state of Baton's worker could not be told");
        this.worker = worker;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        WorkerReport report = worker.report();
        if (!report.running()) {
            health.outOfService().withDetail("worker", "stopped");
            return;
        }
        health.up().withDetail("unsettled", report.unsettled()).withDetail("fenced", report.fenced());
        if (!report.threadsLost().isEmpty()) {
            health.down()
                    .withDetail("threadsLost", report.threadsLost())
                    .withDetail(
                            "reason", "Handlers ignore their interruption; their threads are lost until they return");
        }
        report.troubles().forEach((part, trouble) -> health.down().withDetail(part, trouble));
    }
}
