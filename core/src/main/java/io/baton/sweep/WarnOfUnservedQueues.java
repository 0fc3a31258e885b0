package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSweeps;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of queues in which jobs wait though no living worker serves them, of each once an hour. A node that is about to start, or to be replaced,
 * serves nothing for a moment: only what is found again a while later counts.
 */
final class WarnOfUnservedQueues implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(WarnOfUnservedQueues.class);
    private static final Duration INTERVAL = Duration.ofMinutes(3);
    private static final Duration WAITING = Duration.ofMinutes(1);
    private static final Duration UNTIL_SURE = Duration.ofSeconds(15);
    private static final long WARNED_FOR_NANOS = Duration.ofHours(1).toNanos();
    private static final int MOST = 20;

    private final JobSweeps store;
    private final WorkerStore workers;
    private final Transactions transactions;
    private final Ticker ticker;
    private final Map<String, Long> foundFirst = new HashMap<>();
    private final Map<String, Long> warned = new HashMap<>();
    private volatile Set<String> unserved = Set.of();

    WarnOfUnservedQueues(JobSweeps store, WorkerStore workers, Transactions transactions, Ticker ticker) {
        this.store = store;
        this.workers = workers;
        this.transactions = transactions;
        this.ticker = ticker;
    }

    /** Returns those that were found twice, as of the last sweep, 20 at most. Called by any thread. */
    Set<String> unserved() {
        return unserved;
    }

    @Override
    public Duration sweep() {
        Set<String> found = transactions.run(() -> store.unservedQueues(workers.queuesServed(), WAITING, MOST));
        long now = ticker.nanos();
        foundFirst.keySet().retainAll(found);
        found.forEach(queue -> foundFirst.putIfAbsent(queue, now));
        unserved = foundFirst.entrySet().stream()
                .filter(queue -> now - queue.getValue() >= UNTIL_SURE.toNanos())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        warned.values().removeIf(time -> now - time >= WARNED_FOR_NANOS);
        for (String queue : unserved) {
            if (warned.putIfAbsent(queue, now) == null) {
                log.warn(
                        "Jobs wait in the queue '{}', which no living worker serves. Let a node serve it, by a handler or by"
                                + " baton.queues or baton.worker.queues, or cancel them",
                        LogText.of(queue));
            }
        }
        return unserved.containsAll(found) ? INTERVAL : UNTIL_SURE;
    }
}
