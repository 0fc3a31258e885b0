package io.baton.sweep;

import io.baton.job.JobSignal;
import io.baton.job.SeenWorker;
import io.baton.job.Transactions;
import io.baton.job.Unlocked;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds dead workers and takes their jobs back. Dead is who was seen with the same beat for the whole of the dead-after period, by this
 * sweeper's own monotonic clock and without a gap in its looking: a database that was away silences everybody, and kills nobody.
 */
final class UnlockDeadWorkers implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(UnlockDeadWorkers.class);
    private static final int PORTION = 500;
    private static final int WORKERS = 10;

    private final WorkerStore workers;
    private final Transactions transactions;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Duration interval;
    private final long deadAfterNanos;
    private final long longestGapNanos;
    private final Map<SeenWorker, Long> firstSeenNanos = new HashMap<>();
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
        this.interval = settings.heartbeat();
        this.deadAfterNanos = settings.deadAfter().toNanos();
        this.longestGapNanos = settings.heartbeat().toNanos() * 2;
        this.lastLook = ticker.nanos();
    }

    @Override
    public Duration sweep() {
        try {
            look();
        } catch (RuntimeException e) {
            firstSeenNanos.clear();
            throw e;
        }
        boolean more = false;
        for (long dead : transactions.single(() -> workers.dead(WORKERS))) {
            more |= unlock(dead);
        }
        return more ? Duration.ZERO : interval;
    }

    private void look() {
        List<SeenWorker> living = transactions.single(workers::living);
        long now = ticker.nanos();
        if (now - lastLook > longestGapNanos) {
            firstSeenNanos.clear();
        }
        lastLook = now;
        firstSeenNanos.keySet().retainAll(living);
        for (SeenWorker worker : living) {
            long since = firstSeenNanos.computeIfAbsent(worker, seen -> now);
            if (now - since >= deadAfterNanos && transactions.run(() -> workers.declareDead(worker))) {
                log.warn(
                        "Worker {} ({}) is dead: it was silent for {}",
                        worker.id(),
                        worker.name(),
                        Duration.ofNanos(now - since));
            }
        }
    }

    /** Answers whether there may be more to take back. */
    private boolean unlock(long dead) {
        Unlocked unlocked = transactions.run(() -> workers.unlock(dead, PORTION));
        if (unlocked.jobs() > 0) {
            log.info("Took back {} jobs of the dead worker {}", unlocked.jobs(), dead);
        }
        if (unlocked.buried() > 0) {
            log.warn("Buried {} jobs whose workers died again and again while running them", unlocked.buried());
        }
        unlocked.queues().forEach(signal::jobsAvailable);
        return unlocked.jobs() >= PORTION;
    }
}
