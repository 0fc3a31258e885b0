package io.baton.actuate;

import io.baton.job.Upkeep;
import io.baton.job.UpkeepReport;
import io.baton.job.UpkeepReport.OldestTransaction;
import io.baton.worker.Worker;
import io.baton.worker.WorkerReport;
import java.time.Duration;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Down while a part of the worker fails, with the reason; up again by itself. Up, with a word of warning, while a transaction that somebody
 * left open lets dead rows pile up.
 */
public final class BatonHealthIndicator extends AbstractHealthIndicator {

    private static final long MANY_DEAD_ROWS = 100_000;
    private static final Duration LONG_OPEN = Duration.ofMinutes(1);

    private final Worker worker;
    private final Upkeep upkeep;

    public BatonHealthIndicator(Worker worker, Upkeep upkeep) {
        super("The state of Baton's worker could not be told");
        this.worker = worker;
        this.upkeep = upkeep;
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
        if (report.troubles().isEmpty()) {
            upkeep.report().ifPresent(each -> warn(health, each));
        }
    }

    /** Only of both together: dead rows alone are the database's own affair, and an old transaction alone is the application's. */
    private static void warn(Health.Builder health, UpkeepReport report) {
        OldestTransaction oldest = report.oldest();
        if (oldest != null && report.deadRows() > MANY_DEAD_ROWS && oldest.age().compareTo(LONG_OPEN) > 0) {
            health.withDetail(
                    "upkeep",
                    report.deadRows() + " dead rows of baton_job cannot be cleaned up and slow claims down, because "
                            + oldest.name() + " has been in one transaction for "
                            + oldest.age().toSeconds() + " s: " + oldest.remedy() + ".");
        }
    }
}
