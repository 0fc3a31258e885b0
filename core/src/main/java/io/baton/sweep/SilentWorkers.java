package io.baton.sweep;

import io.baton.job.SeenWorker;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is silent: who was seen with the same beat for the whole of its dead-after period, by this node's own monotonic clock. Only time
 * between two looks counts: not if a look failed in between, and after a long gap the count begins anew. So a database that was away
 * silences everybody, and kills nobody. The thread that beats looks; any other may ask.
 */
final class SilentWorkers {

    /** What a row may say, whoever wrote it. */
    private static final Duration MOST_DEAD_AFTER = Duration.ofHours(1);

    /** So many of this node's own it has to see of a silence, however impatient the silent worker is: an outage may hide in one or two. */
    private static final int LEAST_HEARTBEATS = 3;

    private final Ticker ticker;
    private final Duration ownDeadAfter;
    private final Duration leastDeadAfter;
    private final long longestGapNanos;
    private final Map<SeenWorker, Long> silentNanos = new HashMap<>();
    private long lastLook;
    private boolean missed;

    SilentWorkers(Ticker ticker, SweepSettings settings) {
        this.ticker = ticker;
        this.ownDeadAfter = settings.deadAfter();
        this.leastDeadAfter = settings.heartbeat().multipliedBy(LEAST_HEARTBEATS);
        this.longestGapNanos = settings.heartbeat().toNanos() * 2;
        this.lastLook = ticker.nanos();
    }

    /** Notes who lives. */
    synchronized void seen(List<SeenWorker> living) {
        long now = ticker.nanos();
        long passed = now - lastLook;
        if (passed > longestGapNanos) {
            silentNanos.clear();
        } else if (!missed) {
            silentNanos.replaceAll((worker, silent) -> silent + passed);
        }
        missed = false;
        lastLook = now;
        silentNanos.keySet().retainAll(living);
        living.forEach(worker -> silentNanos.putIfAbsent(worker, 0L));
    }

    /** A look failed. */
    synchronized void unseen() {
        missed = true;
    }

    /** Returns them. */
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

    /** By the worker's own settings, which may be others than this node's. */
    private Duration deadAfter(SeenWorker worker) {
        Duration said = worker.deadAfter() == null ? ownDeadAfter : worker.deadAfter();
        Duration bounded = said.compareTo(MOST_DEAD_AFTER) > 0 ? MOST_DEAD_AFTER : said;
        return bounded.compareTo(leastDeadAfter) < 0 ? leastDeadAfter : bounded;
    }
}
