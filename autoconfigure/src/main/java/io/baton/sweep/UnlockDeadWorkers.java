package io.baton.sweep;

import io.baton.job.JobSignal;
import io.baton.job.Pulse;
import io.baton.job.Ring;
import io.baton.job.SeenWorker;
import io.baton.job.Transactions;
import io.baton.job.Unlocked;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds dead workers and takes their jobs back. Dead is who was seen with the same beat for the whole of the dead-after period, by this
 * node's own monotonic clock and without a gap in its looking: a database that was away silences everybody, and kills nobody. The thread
 * that beats looks; the thread that sweeps does the rest.
 */
final class UnlockDeadWorkers implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(UnlockDeadWorkers.class);
    private static final int PORTION = 500;
    private static final Duration UNTIL_CALLED = Duration.ofHours(1);

    private final WorkerStore workers;
    private final Transactions transactions;
    private final JobSignal signal;
    private final Ticker ticker;
    private final long deadAfterNanos;
    private final long longestGapNanos;
    private final Map<SeenWorker, Long> firstSeenNanos = new HashMap<>();
    private final Set<Long> dead = new LinkedHashSet<>();
    private long lastLook;

    UnlockDeadWorkers(
            WorkerStore workers,
            Transactions transactions,
            JobSignal signal,
            Ticker ticker,
            Sweeper.SweepSettings settings) {
        this.workers = workers;
        this.transactions = transactions;
        this.signal = signal;
        this.ticker = ticker;
        this.deadAfterNanos = settings.deadAfter().toNanos();
        this.longestGapNanos = settings.heartbeat().toNanos() * 2;
        this.lastLook = ticker.nanos();
    }

    /** Notes who lives and who is dead; answers whether there is something to do about it. */
    synchronized boolean seen(Pulse pulse) {
        long now = ticker.nanos();
        if (now - lastLook > longestGapNanos) {
            firstSeenNanos.clear();
        }
        lastLook = now;
        firstSeenNanos.keySet().retainAll(pulse.living());
        pulse.living().forEach(worker -> firstSeenNanos.putIfAbsent(worker, now));
        dead.addAll(pulse.dead());
        return !dead.isEmpty() || !silent().isEmpty();
    }

    /** A look failed. */
    synchronized void unseen() {
        firstSeenNanos.clear();
    }

    private synchronized List<SeenWorker> silent() {
        return firstSeenNanos.entrySet().stream()
                .filter(seen -> lastLook - seen.getValue() >= deadAfterNanos)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public Duration sweep() {
        for (SeenWorker worker : silent()) {
            declareDead(worker);
        }
        boolean more = false;
        for (long worker : allDead()) {
            more |= unlock(worker);
        }
        return more ? Duration.ZERO : UNTIL_CALLED;
    }

    private void declareDead(SeenWorker worker) {
        if (transactions.run(() -> workers.declareDead(worker))) {
            log.warn("Worker {} ({}) is dead: it was silent for too long", worker.id(), worker.name());
            synchronized (this) {
                dead.add(worker.id());
            }
        }
    }

    /** Whoever still holds jobs after this is named again by the next beat. */
    private synchronized List<Long> allDead() {
        List<Long> all = List.copyOf(dead);
        dead.clear();
        return all;
    }

    /** Answers whether there may be more to take back. */
    private boolean unlock(long worker) {
        Unlocked unlocked = transactions.run(() -> workers.unlock(worker, PORTION));
        if (unlocked.jobs() > 0) {
            log.info("Took back {} jobs of the dead worker {}", unlocked.jobs(), worker);
        }
        if (unlocked.buried() > 0) {
            log.warn("Buried {} jobs whose workers died again and again while running them", unlocked.buried());
        }
        unlocked.queues().forEach(queue -> signal.jobsAvailable(Ring.outOfTurn(queue)));
        boolean more = unlocked.jobs() >= PORTION;
        if (more) {
            synchronized (this) {
                dead.add(worker);
            }
        }
        return more;
    }
}
