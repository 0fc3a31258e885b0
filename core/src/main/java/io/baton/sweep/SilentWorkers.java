package io.baton.sweep;

import io.baton.job.WorkerStore.SeenWorker;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds silent workers: those whose heartbeat did not change for the whole of their dead-after period, by this node's own monotonic clock. Only the
 * time between two successful reads counts, and after a long gap the count begins anew, so that an outage of the database kills no worker. The
 * heartbeat thread writes to it, and any thread reads it.
 */
final class SilentWorkers {

    /** The longest period that a row may declare. */
    private static final Duration MOST_DEAD_AFTER = Duration.ofHours(1);

    /** The minimum number of this node's own heartbeats during a silence, however short its period: an outage may hide in one or two. */
    private static final int LEAST_HEARTBEATS = 3;

    private final Ticker ticker;
    private final Duration ownDeadAfter;
    private final Duration leastDeadAfter;
    private final long longestGapNanos;
    private final Map<SeenWorker, Long> silentNanos = new HashMap<>();
    private long lastRead;
    private boolean missed;

    SilentWorkers(Ticker ticker, SweepSettings settings) {
        this.ticker = ticker;
        this.ownDeadAfter = settings.deadAfter();
        this.leastDeadAfter = settings.heartbeat().multipliedBy(LEAST_HEARTBEATS);
        this.longestGapNanos = settings.heartbeat().toNanos() * 2;
        this.lastRead = ticker.nanos();
    }

    synchronized void seen(List<SeenWorker> living) {
        long now = ticker.nanos();
        long passed = now - lastRead;
        if (passed > longestGapNanos) {
            silentNanos.clear();
        } else if (!missed) {
            silentNanos.replaceAll((worker, silent) -> silent + passed);
        }
        missed = false;
        lastRead = now;
        silentNanos.keySet().retainAll(living);
        living.forEach(worker -> silentNanos.putIfAbsent(worker, 0L));
    }

    synchronized void unseen() {
        missed = true;
    }

    synchronized List<SeenWorker> all() {
        return silentNanos.entrySet().stream()
                .filter(seen -> seen.getValue() >= deadAfter(seen.getKey()).toNanos())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns for how much longer a worker has been silent than it may be. */
    synchronized Duration tooLong(SeenWorker worker) {
        return Duration.ofNanos(silentNanos.getOrDefault(worker, 0L)).minus(deadAfter(worker));
    }

    /** Returns the period in the worker's own settings, which may differ from this node's, within bounds. */
    private Duration deadAfter(SeenWorker worker) {
        Duration declared = worker.deadAfter() == null ? ownDeadAfter : worker.deadAfter();
        Duration bounded = declared.compareTo(MOST_DEAD_AFTER) > 0 ? MOST_DEAD_AFTER : declared;
        return bounded.compareTo(leastDeadAfter) < 0 ? leastDeadAfter : bounded;
    }
}
