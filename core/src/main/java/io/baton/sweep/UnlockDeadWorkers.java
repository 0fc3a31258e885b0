package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.JobSweeps;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.Pulse;
import io.baton.job.ReadyJobs;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.loop.Failures;
import io.baton.loop.LogText;
import io.baton.loop.Loop;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Declares silent workers dead and reclaims the jobs of dead workers. The heartbeat thread reports that there are such; the sweeper thread acts. It
 * skips locked rows until the next heartbeat. A failure for one worker pauses that worker only.
 */
final class UnlockDeadWorkers implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(UnlockDeadWorkers.class);
    private static final int PORTION = 500;
    private static final int MOST_NAMED = 20;
    private static final int MOST_READ = 10_000;
    private static final Duration UNTIL_CALLED = Duration.ofHours(1);

    /** Bounds a turn, so that other tasks have theirs however many workers have died at once, as when a whole cluster is replaced. */
    private static final long LONGEST_TURN_NANOS = Duration.ofMillis(500).toNanos();

    private final WorkerStore workers;
    private final JobSweeps jobs;
    private final Transactions transactions;
    private final JobSignal signal;
    private final Ticker ticker;
    private final SilentWorkers silent;
    private final FailingWorkers failing;
    private volatile Set<SeenWorker> heldUp = Set.of();
    private final LongAdder count = new LongAdder();
    private long turnEnds;
    private long lastTried;

    UnlockDeadWorkers(Stores stores, JobSignal signal, Ticker ticker, RandomGenerator random, SweepSettings settings) {
        this.workers = stores.workers();
        this.jobs = stores.jobs().sweeps();
        this.transactions = stores.transactions();
        this.signal = signal;
        this.ticker = ticker;
        this.silent = new SilentWorkers(settings);
        this.failing = new FailingWorkers(random);
    }

    /** Records which workers live; returns whether there is something to do. */
    boolean seen(Pulse pulse) {
        silent.seen(pulse.living());
        return !pulse.dead().isEmpty() || !silent.all().isEmpty();
    }

    void unseen() {
        silent.unseen();
    }

    /** Returns how many jobs were reclaimed. Any thread may call it. */
    long unlocked() {
        return count.sum();
    }

    @Override
    public List<Trouble> troubles() {
        return Stream.concat(failing.troubles().stream(), heldUp())
                .limit(MOST_NAMED)
                .toList();
    }

    /** Returns the silent workers that cannot be declared dead: a session may lock a row for hours, and nothing fails meanwhile. */
    private Stream<Trouble> heldUp() {
        return silent.all().stream()
                .filter(heldUp::contains)
                .map(worker -> new Trouble(
                        failing.called(worker.id()),
                        "it is silent, but another session holds its row, so that it cannot be declared dead",
                        silent.tooLong(worker)));
    }

    @Override
    public Duration sweep() {
        turnEnds = ticker.nanos() + LONGEST_TURN_NANOS;
        List<Long> dead = transactions.single(() -> workers.dead(MOST_READ));
        List<SeenWorker> undeclared = silent.all();
        failing.keep(dead, undeclared);
        long before = unlocked();
        boolean more = unlockAll(dead);
        more |= unlockAll(declareDead(undeclared));
        // if many rows are locked, the next heartbeat begins with those that this turn did not reach
        more |= isOver() && unlocked() > before;
        return more ? Duration.ZERO : failing.untilDue(UNTIL_CALLED);
    }

    /** Reclaims a portion from each worker, after those of the last turn, and last from those that fail; returns whether there may be more. */
    private boolean unlockAll(List<Long> workers) {
        List<Long> inTurn = workers.stream()
                .filter(failing::mayBeTried)
                .sorted(Comparator.comparing((Long worker) -> failing.contains(worker))
                        .thenComparing(worker -> worker <= lastTried))
                .toList();
        boolean more = false;
        for (long worker : inTurn) {
            if (!isOver()) {
                lastTried = worker;
                more |= unlockOrNote(worker);
            }
        }
        return more;
    }

    private boolean isOver() {
        return ticker.nanos() - turnEnds >= 0;
    }

    /** Declares workers dead; returns those that now are. */
    private List<Long> declareDead(List<SeenWorker> undeclared) {
        List<Long> declared = new ArrayList<>();
        Set<SeenWorker> refused = new HashSet<>();
        for (SeenWorker worker : undeclared) {
            if (isOver() || !failing.mayBeTried(worker.id())) {
                continue;
            }
            try {
                if (transactions.run(() -> workers.declareDead(worker))) {
                    log.warn(
                            "Worker {} ({}) is dead: it was silent for too long",
                            worker.id(),
                            LogText.of(worker.name()));
                    failing.worked(worker.id());
                    declared.add(worker.id());
                } else {
                    failing.undecided(worker.id());
                    refused.add(worker);
                }
            } catch (RuntimeException e) {
                failing.failed(worker.id(), e);
            }
        }
        heldUp = refused;
        return declared;
    }

    /** Reclaims one portion; returns whether there may be more. Nothing is reclaimed if nothing is left, but also if the rows are locked. */
    private boolean unlockOrNote(long worker) {
        try {
            Unlocked unlocked = unlock(worker);
            if (unlocked.jobs() > 0) {
                failing.worked(worker);
            } else {
                failing.undecided(worker);
            }
            return unlocked.jobs() >= PORTION;
        } catch (RuntimeException e) {
            failing.failed(worker, e);
            return false;
        }
    }

    private Unlocked unlock(long worker) {
        Unlocked unlocked = transactions.run(() -> jobs.unlock(worker, PORTION));
        if (unlocked.jobs() > 0) {
            count.add(unlocked.jobs());
            log.info("Unlocked {} jobs of the dead worker {}", unlocked.jobs(), worker);
        }
        if (!unlocked.dead().isEmpty()) {
            String some = unlocked.dead().stream()
                    .limit(MOST_NAMED)
                    .map(String::valueOf)
                    .collect(Collectors.joining(", "));
            log.warn(
                    "{} jobs are dead: their workers died again and again while running them. The first of them: {}. Revive them when"
                            + " the cause is fixed, or cancel them",
                    unlocked.dead().size(),
                    LogText.of(some));
        }
        unlocked.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        return unlocked;
    }

    /**
     * Finds silent workers: those whose heartbeat did not change for the whole of their dead-after period, by this node's own monotonic clock. Only
     * the time between two successful reads counts, and after a long gap the count begins anew, so that an outage of the database kills no worker.
     * The heartbeat thread writes to it, and any thread reads it.
     */
    private final class SilentWorkers {

        /** The longest period that a row may declare. */
        private static final Duration MOST_DEAD_AFTER = Duration.ofHours(1);

        /** The minimum number of this node's own heartbeats during a silence, however short its period: an outage may hide in one or two. */
        private static final int LEAST_HEARTBEATS = 3;

        private final Duration ownDeadAfter;
        private final Duration leastDeadAfter;
        private final long longestGapNanos;
        private final Map<SeenWorker, Long> silentNanos = new HashMap<>();
        private long lastRead;
        private boolean missed;

        SilentWorkers(SweepSettings settings) {
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

        /** Records that a heartbeat failed: the time until the next one does not count. */
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

    /**
     * Knows the workers for which the last try failed. Each pauses by itself, so that none delays another. The sweeper thread uses it; any thread may
     * read the failures.
     */
    private final class FailingWorkers {

        /** The pause while another session locks the row, which mostly ends soon. */
        private static final Duration UNTIL_DECIDED = Duration.ofSeconds(1);

        private final RandomGenerator random;
        private final Map<Long, Failing> failing = new ConcurrentHashMap<>();

        private record Failing(Failures failures, long nextNanos) {}

        FailingWorkers(RandomGenerator random) {
            this.random = random;
        }

        String called(long worker) {
            return "baton-sweep " + name() + ", worker " + worker;
        }

        void failed(long worker, RuntimeException failure) {
            Failing before = failing.get(worker);
            Failures failures = before != null
                    ? before.failures()
                    : new Failures(called(worker), Loop.LONGEST_PAUSE, ticker, random);
            pause(worker, failures, failures.failed(failure));
        }

        /** Records that the row was locked: if the last try failed, it is not known whether the next one succeeds. */
        void undecided(long worker) {
            Failing before = failing.get(worker);
            if (before != null) {
                pause(worker, before.failures(), UNTIL_DECIDED);
            }
        }

        private void pause(long worker, Failures failures, Duration pause) {
            failing.put(worker, new Failing(failures, ticker.nanos() + pause.toNanos()));
        }

        void worked(long worker) {
            Failing ended = failing.remove(worker);
            if (ended != null) {
                ended.failures().worked();
            }
        }

        boolean contains(long worker) {
            return failing.containsKey(worker);
        }

        /** Forgets the workers that are neither dead nor silent: they hold no job any more, or live. */
        void keep(Collection<Long> dead, Collection<SeenWorker> silent) {
            Set<Long> known = new HashSet<>(dead);
            silent.forEach(worker -> known.add(worker.id()));
            failing.keySet().stream().filter(worker -> !known.contains(worker)).forEach(this::worked);
        }

        /** Returns whether this worker does not fail, or its pause is over. */
        boolean mayBeTried(long worker) {
            Failing known = failing.get(worker);
            return known == null || ticker.nanos() - known.nextNanos() >= 0;
        }

        /** Returns the time until the next pause is over, at most this one. */
        Duration untilDue(Duration longest) {
            long now = ticker.nanos();
            long least = failing.values().stream()
                    .mapToLong(each -> each.nextNanos() - now)
                    .min()
                    .orElse(longest.toNanos());
            return Duration.ofNanos(Math.max(0, Math.min(least, longest.toNanos())));
        }

        /** Returns the current failures. Any thread may call it. */
        List<Trouble> troubles() {
            return failing.values().stream()
                    .flatMap(each -> each.failures().trouble().stream())
                    .toList();
        }
    }
}
