package io.baton.dashboard;

import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Ended;
import io.baton.monitor.QueueStatus;
import java.util.List;

/**
 * How the cluster is at a moment.
 *
 * @param queues the first of them by name
 * @param totals over all queues
 * @param workers how many are not dead
 * @param ended how many jobs have ended within the seconds before
 */
record LiveSample(List<QueueStatus> queues, Totals totals, long workers, Ended ended, int seconds) {

    private static final int MOST_QUEUES = 200;
    private static final int SECONDS = 3;

    record Totals(int queues, long ready, long scheduled, long waitingForPermits, long claimed, long dead) {}

    static LiveSample of(Monitor monitor) {
        List<QueueStatus> queues = monitor.queues();
        return new LiveSample(
                queues.stream().limit(MOST_QUEUES).toList(),
                new Totals(
                        queues.size(),
                        queues.stream().mapToLong(QueueStatus::ready).sum(),
                        queues.stream().mapToLong(QueueStatus::scheduled).sum(),
                        queues.stream()
                                .mapToLong(QueueStatus::waitingForPermits)
                                .sum(),
                        queues.stream().mapToLong(QueueStatus::claimed).sum(),
                        queues.stream().mapToLong(QueueStatus::dead).sum()),
                monitor.living(),
                monitor.endedWithin(SECONDS),
                SECONDS);
    }
}
