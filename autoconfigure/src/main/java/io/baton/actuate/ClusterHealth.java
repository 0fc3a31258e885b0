package io.baton.actuate;

import io.baton.BatchId;
import io.baton.loop.DurationText;
import io.baton.loop.FailureText;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor.PermitUse;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.monitor.Sample;
import io.baton.monitor.Sampler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;

/** The health of the whole cluster. Down only for jobs that are due for too long, where that is configured. */
public final class ClusterHealth {

    private static final long NOTED_AFTER_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST_NAMED = 20;

    private final Sampler sampler;
    private final @Nullable Duration maxDueAge;
    private final Ticker ticker;
    private final Map<String, Long> idleSince = new HashMap<>();

    /**
     * Creates the health of a cluster.
     *
     * @param maxDueAge for how long a job may have been due; null if that is not judged
     */
    public ClusterHealth(Sampler sampler, @Nullable Duration maxDueAge, Ticker ticker) {
        this.sampler = sampler;
        this.maxDueAge = maxDueAge;
        this.ticker = ticker;
    }

    void report(Health.Builder health) {
        Sample sample;
        try {
            sample = sampler.recent();
        } catch (RuntimeException e) {
            health.withDetail("cluster", "could not be read: " + FailureText.of(e));
            return;
        }
        health.withDetail("workers", sample.workers());
        tellOverdue(sample.queues(), health);
        if (sample.died() > 0) {
            health.withDetail(
                    "died",
                    sample.died()
                            + " jobs within five minutes. Their errors say why: see the jobs with state=dead at the endpoint baton or on the"
                            + " dashboard, and revive or cancel them there, or by Jobs.revive");
        }
        if (!sample.stuckBatches().isEmpty()) {
            String first = sample.stuckBatches().get(0).toString();
            health.withDetail(
                            "stuckBatches",
                            sample.stuckBatches().stream()
                                    .map(BatchId::toString)
                                    .toList())
                    .withDetail(
                            "stuckBatchesReason",
                            "All that is left of these batches is dead. See their dead jobs by jobs?state=dead&batch="
                                    + first
                                    + " at the endpoint baton, or on the dashboard's page of the batch. Revive or cancel all of them there,"
                                    + " or by {\"action\": \"revive-dead\"} or {\"action\": \"cancel-dead\"} to batches/"
                                    + first
                                    + ", or by Jobs.reviveAll(JobFilter.all().batch(..))");
        }
        List<String> idle = idle(sample.permits());
        if (!idle.isEmpty()) {
            health.withDetail(
                    "idlePermits",
                    String.join(", ", idle)
                            + ": permits are free and jobs wait for them. They may wait for other permits, or in a queue that is paused"
                            + " or that no worker serves");
        }
    }

    private void tellOverdue(List<QueueStatus> queues, Health.Builder health) {
        Duration most = maxDueAge;
        if (most == null) {
            return;
        }
        Map<String, String> overdue = new TreeMap<>();
        for (QueueStatus queue : queues) {
            Duration oldest = queue.oldestDue();
            if (oldest != null && !queue.paused() && oldest.compareTo(most) > 0 && overdue.size() < MOST_NAMED) {
                overdue.put(
                        queue.queue(),
                        "due for " + DurationText.of(oldest) + ", with " + queue.ready() + " ready jobs");
            }
        }
        if (!overdue.isEmpty()) {
            health.down()
                    .withDetail("overdue", overdue)
                    .withDetail(
                            "overdueReason",
                            "Jobs have been due for longer than baton.health.max-due-age. See whether the handlers of these queues hang"
                                    + " or fail, whether a node serves them, or add nodes or concurrency");
        }
    }

    /** Returns semaphores of which permits have been free for a while though jobs wait for them. */
    private synchronized List<String> idle(List<PermitUse> permits) {
        Set<String> idle = permits.stream()
                .filter(use -> use.held() < use.capacity() && use.waiting() > 0)
                .map(PermitUse::semaphore)
                .collect(Collectors.toSet());
        long now = ticker.nanos();
        idleSince.keySet().retainAll(idle);
        idle.forEach(semaphore -> idleSince.putIfAbsent(semaphore, now));
        return idleSince.entrySet().stream()
                .filter(each -> now - each.getValue() >= NOTED_AFTER_NANOS)
                .map(Map.Entry::getKey)
                .sorted()
                .limit(MOST_NAMED)
                .toList();
    }
}
