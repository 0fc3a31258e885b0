package io.baton.actuate;

import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import io.baton.loop.Troubled;
import io.baton.loop.Troubled.Trouble;
import io.baton.worker.WorkerReport;
import io.baton.worker.life.Worker;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Reports the health of this node's worker. It is down, with the reason, if a part of the worker has failed for some time without a success in
 * between. It is up, with a warning, if an old transaction prevents the cleanup of dead rows, or if the cluster needs an operator.
 */
public final class BatonHealthIndicator extends AbstractHealthIndicator {

    private static final long MANY_DEAD_ROWS = 100_000;
    private static final Duration LONG_OPEN = Duration.ofMinutes(1);

    private final Worker worker;
    private final List<Troubled> parts;
    private final Duration tolerated;
    private final Upkeep upkeep;
    private final ClusterHealth cluster;

    /** Creates the health of a worker and its parts, whose failures are reported once they have lasted for {@code tolerated}. */
    public BatonHealthIndicator(
            Worker worker, List<Troubled> parts, Duration tolerated, Upkeep upkeep, ClusterHealth cluster) {
        super("The state of Baton's worker could not be determined");
        this.worker = worker;
        this.parts = List.copyOf(parts);
        this.tolerated = tolerated;
        this.upkeep = upkeep;
        this.cluster = cluster;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        WorkerReport report = worker.report();
        if (!report.running() && !worker.isAutoStartup()) {
            health.up().withDetail("worker", "runs jobs when a test calls it");
            return;
        }
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
        report.shortages().forEach((queue, reason) -> health.down().withDetail(queue, reason));
        List<Trouble> troubles = parts.stream()
                .flatMap(part -> part.troubles().stream())
                .filter(trouble -> trouble.lasting().compareTo(tolerated) >= 0)
                .toList();
        troubles.forEach(trouble -> health.down().withDetail(trouble.part(), text(trouble)));
        if (troubles.isEmpty()) {
            upkeep.report().ifPresent(each -> warn(health, each));
            cluster.report(health);
        }
    }

    private static String text(Trouble trouble) {
        return trouble.failure() + "; nothing has worked for "
                + trouble.lasting().toSeconds() + " s";
    }

    /** Warns only if there are both: the database cleans up dead rows by itself, and an old transaction alone does not slow claims down. */
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
