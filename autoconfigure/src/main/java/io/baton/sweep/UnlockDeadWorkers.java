package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.ReadyJobs;
import io.baton.job.SeenWorker;
import io.baton.job.Unlocked;
import io.baton.job.WorkerStore;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds dead workers and takes their jobs back. Dead is who was seen with the same beat for the whole of its dead-after period, by this
 * node's own monotonic clock. Only time between two looks counts: not if a look failed in between, and after a long gap the count begins
 * anew. So a database that was away silences everybody, and kills nobody. The thread that beats looks; the thread that sweeps does the
 * rest.
 */
final class UnlockDeadWorkers implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(UnlockDeadWorkers.class);
    private static final int PORTION = 500;
    private static final Duration UNTIL_CALLED = Duration.ofHours(1);

    /** What a row may say, whoever wrote it. */
    private static final Duration MOST_DEAD_AFTER = Duration.ofHours(1);

    /** So many of this node's own it has to see of a silence, however impatient the silent worker is: an outage may hide in one or two. */
    private static final int LEAST_HEARTBEATS = 3;

    private final WorkerStore workers;
    private final Transactions transactions;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Duration ownDeadAfter;
    private final Duration leastDeadAfter;
    private final long longestGapNanos;
    private final Map<SeenWorker, Long> silentNanos = new HashMap<>();
    private final Set<Long> dead = new LinkedHashSet<>();
    private @Nullable RuntimeException failure;
    private long lastLook;
    private boolean missed;
    private final LongAdder count = new LongAdder();

    UnlockDeadWorkers(
            WorkerStore workers, Transactions transactions, JobSignal signal, Ticker ticker, SweepSettings settings) {
        this.workers = workers;
        this.transactions = transactions;
        this.signal = signal;
        this.ticker = ticker;
        this.ownDeadAfter = settings.deadAfter();
        this.leastDeadAfter = settings.heartbeat().multipliedBy(LEAST_HEARTBEATS);
        this.longestGapNanos = settings.heartbeat().toNanos() * 2;
        this.lastLook = ticker.nanos();
    }

    /** Notes who lives and who is dead; returns whether there is something to do about it. */
    synchronized boolean seen(Pulse pulse) {
        long now = ticker.nanos();
        long passed = now - lastLook;
        if (passed > longestGapNanos) {
            silentNanos.clear();
        } else if (!missed) {
            silentNanos.replaceAll((worker, silent) -> silent + passed);
        }
        missed = false;
        lastLook = now;
        silentNanos.keySet().retainAll(pulse.living());
        pulse.living().forEach(worker -> silentNanos.putIfAbsent(worker, 0L));
        dead.addAll(pulse.dead());
        return !dead.isEmpty() || !silent().isEmpty();
    }

    /** Returns how many jobs were taken back. Called by any thread. */
    long unlocked() {
        return count.sum();
    }

    /** A look failed. */
    synchronized void unseen() {
        missed = true;
    }

    private synchronized List<SeenWorker> silent() {
        return silentNanos.entrySet().stream()
                .filter(seen -> seen.getValue() >= deadAfter(seen.getKey()).toNanos())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** By the worker's own settings, which may be others than this node's. */
    private Duration deadAfter(SeenWorker worker) {
        Duration said = worker.deadAfter() == null ? ownDeadAfter : worker.deadAfter();
        Duration bounded = said.compareTo(MOST_DEAD_AFTER) > 0 ? MOST_DEAD_AFTER : said;
        return bounded.compareTo(leastDeadAfter) < 0 ? leastDeadAfter : bounded;
    }

    @Override
    public Duration sweep() {
        Set<Long> tried = new HashSet<>();
        boolean more = unlockAll(allDead(), tried);
        for (SeenWorker worker : silent()) {
            declareDeadOrNote(worker);
        }
        more |= unlockAll(allDead(), tried);
        more |= unlockHidden(tried);
        if (more) {
            return Duration.ZERO;
        }
        RuntimeException failed = failure;
        failure = null;
        if (failed != null) {
            throw failed;
        }
        return UNTIL_CALLED;
    }

    private boolean unlockAll(List<Long> workers, Set<Long> tried) {
        boolean more = false;
        for (long worker : workers) {
            tried.add(worker);
            more |= unlockOrNote(worker);
        }
        return more;
    }

    /** A beat names only a few of the dead: those whose jobs cannot be taken back now must not hide the others. */
    private boolean unlockHidden(Set<Long> tried) {
        boolean more = false;
        List<Long> hidden = tried.size() < Pulses.MOST_DEAD ? List.of() : hidden(tried);
        while (!hidden.isEmpty()) {
            more |= unlockAll(hidden, tried);
            hidden = hidden(tried);
        }
        return more;
    }

    private List<Long> hidden(Set<Long> tried) {
        return transactions.single(() -> workers.dead(tried.size() + Pulses.MOST_DEAD)).stream()
                .filter(worker -> !tried.contains(worker))
                .toList();
    }

    /** The row of a worker that was cut off in the middle of a beat may be locked for long. */
    private void declareDeadOrNote(SeenWorker worker) {
        try {
            declareDead(worker);
        } catch (RuntimeException e) {
            log.debug("The worker {} could not be marked dead", worker.id(), LoggedFailure.of(e));
            failure = e;
        }
    }

    /** A portion of each in turn, and one whose jobs cannot be taken back keeps nobody else's: it is told of once nothing else is to be done. */
    private boolean unlockOrNote(long worker) {
        try {
            return unlock(worker);
        } catch (RuntimeException e) {
            log.debug("The jobs of the dead worker {} could not be taken back", worker, LoggedFailure.of(e));
            failure = e;
            return false;
        }
    }

    private void declareDead(SeenWorker worker) {
        if (transactions.run(() -> workers.declareDead(worker))) {
            log.warn("Worker {} ({}) is dead: it was silent for too long", worker.id(), LogText.of(worker.name()));
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

    /** Returns whether there may be more to take back. */
    private boolean unlock(long worker) {
        Unlocked unlocked = transactions.run(() -> workers.unlock(worker, PORTION));
        if (unlocked.jobs() > 0) {
            count.add(unlocked.jobs());
            log.info("Unlocked {} jobs of the dead worker {}", unlocked.jobs(), worker);
        }
        if (unlocked.dead() > 0) {
            log.warn("{} jobs are dead: their workers died again and again while running them", unlocked.dead());
        }
        unlocked.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        boolean more = unlocked.jobs() >= PORTION;
        if (more) {
            synchronized (this) {
                dead.add(worker);
            }
        }
        return more;
    }
}
