package io.baton.actuate;

import io.baton.BatchId;
import io.baton.Diagnosis;
import io.baton.Diagnosis.Reason;
import io.baton.Diagnostics;
import io.baton.loop.DurationText;
import io.baton.loop.FailureText;
import io.baton.monitor.Monitor.Sample;
import io.baton.monitor.QueueStatus;
import io.baton.monitor.Sampler;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;

/** Reports the health of the whole cluster. It is down only if jobs have been due for longer than a configured time. */
public final class ClusterHealth {

    private static final int MOST_NAMED = 20;

    private final Sampler sampler;
    private final Diagnostics diagnostics;
    private final @Nullable Duration maxDueAge;
    /** The diagnoses of the current sample, by the queue or batch that they explain. */
    private final Map<String, String> reasons = new HashMap<>();

    private @Nullable Sample explained;

    /** Creates the health of a cluster; no job may have been due for longer than {@code maxDueAge}, which is null for any time. */
    public ClusterHealth(Sampler sampler, Diagnostics diagnostics, @Nullable Duration maxDueAge) {
        this.sampler = sampler;
        this.diagnostics = diagnostics;
        this.maxDueAge = maxDueAge;
    }

    /** Adds the problems of the cluster, with the reason for the first one of each kind. */
    void report(Health.Builder health) {
        Sample sample;
        try {
            sample = sampler.recent();
        } catch (RuntimeException e) {
            health.withDetail("cluster", "could not be read: " + FailureText.of(e));
            return;
        }
        health.withDetail("workers", sample.workers());
        List<String> unserved = sampler.unserved();
        if (!unserved.isEmpty()) {
            String first = unserved.get(0);
            health.withDetail("unservedQueues", unserved)
                    .withDetail("unservedQueuesReason", why(sample, "queue " + first, () -> diagnostics.queue(first)));
        }
        reportOverdue(sample, health);
        if (sample.died() > 0) {
            health.withDetail(
                    "died",
                    sample.died()
                            + " jobs within five minutes. Their errors say why: see the jobs with state=dead at the endpoint baton or on the"
                            + " dashboard, and revive or cancel them there, or by Jobs.revive");
        }
        if (!sample.stuckBatches().isEmpty()) {
            BatchId first = sample.stuckBatches().get(0);
            health.withDetail(
                            "stuckBatches",
                            sample.stuckBatches().stream()
                                    .map(BatchId::toString)
                                    .toList())
                    .withDetail("stuckBatchesReason", why(sample, "batch " + first, () -> diagnostics.batch(first)));
        }
        if (sample.blockedSequences() > 0) {
            health.withDetail(
                    "blockedSequences",
                    sample.blockedSequences() + " wait behind dead jobs, the first for "
                            + DurationText.of(sample.longestBlock())
                            + ". See sequences at the endpoint baton or limits on the dashboard, fix the causes, and revive,"
                            + " cancel or skip the dead jobs there, or by Jobs and Sequences");
        }
    }

    private void reportOverdue(Sample sample, Health.Builder health) {
        Duration most = maxDueAge;
        if (most == null) {
            return;
        }
        List<QueueStatus> overdue = sample.queues().stream()
                .filter(queue -> !queue.paused() && due(queue).compareTo(most) > 0)
                .sorted(Comparator.comparing(ClusterHealth::due).reversed())
                .limit(MOST_NAMED)
                .toList();
        if (!overdue.isEmpty()) {
            String first = overdue.get(0).queue();
            Map<String, String> details = new TreeMap<>();
            overdue.forEach(queue -> details.put(
                    queue.queue(),
                    "due for " + DurationText.of(due(queue)) + ", with " + queue.ready() + " ready jobs"));
            health.down()
                    .withDetail("overdue", details)
                    .withDetail(
                            "overdueReason",
                            "Jobs have been due for longer than baton.health.max-due-age. "
                                    + why(sample, "queue " + first, () -> diagnostics.queue(first)));
        }
    }

    private static Duration due(QueueStatus queue) {
        return Objects.requireNonNullElse(queue.oldestDue(), Duration.ZERO);
    }

    /** Explains each queue or batch once for a sample, however often the health is read. */
    private synchronized String why(Sample sample, String subject, Supplier<Diagnosis> diagnosis) {
        if (!sample.equals(explained)) {
            explained = sample;
            reasons.clear();
        }
        return reasons.computeIfAbsent(subject, any -> {
            try {
                Reason reason = diagnosis.get().reasons().get(0);
                String action = reason.action();
                return "Of " + subject + ": " + reason.text() + (action == null ? "" : ". " + action);
            } catch (RuntimeException e) {
                return "Of " + subject + " it could not be read: " + FailureText.of(e);
            }
        });
    }
}
