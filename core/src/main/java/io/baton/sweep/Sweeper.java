package io.baton.sweep;

import static java.util.Objects.requireNonNull;

import io.baton.database.Purge;
import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.JobSweeps;
import io.baton.job.JobSweeps.Promotion;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.Pulse;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.ReadyJobs;
import io.baton.job.Stores;
import io.baton.loop.Failures;
import io.baton.loop.Loop;
import io.baton.loop.Step;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.loop.Troubled;
import io.baton.loop.Troubled.Trouble;
import io.baton.wakeup.WakeupInbox;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Runs the sweep tasks, each when it is due. */
public final class Sweeper implements SmartLifecycle, PulseListener, Troubled {

    /** Starts before the worker and stops after it. */
    public static final int PHASE = DEFAULT_PHASE - 513;

    private static final Logger log = LoggerFactory.getLogger(Sweeper.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    /** The poll interval for jobs that other nodes schedule where their wake-ups arrive, since each heartbeat reports them too. */
    private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

    private final Stores stores;
    private final WakeupInbox inbox;
    private final JobSignal signal;
    private final SweepSettings settings;
    private final List<SweepTask> furtherTasks;
    private volatile @Nullable Loop loop;
    private volatile @Nullable Turns turns;

    /** Creates a sweeper on connections that handlers cannot exhaust. */
    public Sweeper(
            Stores stores, WakeupInbox inbox, JobSignal signal, SweepSettings settings, List<SweepTask> furtherTasks) {
        this.stores = stores;
        this.furtherTasks = List.copyOf(furtherTasks);
        this.inbox = inbox;
        this.signal = signal;
        this.settings = settings;
    }

    @Override
    public synchronized void start() {
        if (loop == null) {
            Round round = round(Ticker.SYSTEM, () -> ThreadLocalRandom.current().nextLong());
            Loop started = new Loop("baton-sweep", round);
            round.onAgain(started::wake);
            started.start();
            loop = started;
        }
    }

    @Override
    public synchronized void stop() {
        Loop started = loop;
        if (started != null) {
            started.stop(PATIENCE);
            loop = null;
        }
    }

    @Override
    public boolean isRunning() {
        return loop != null;
    }

    @Override
    public boolean isAutoStartup() {
        return settings.startsByItself();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public List<Trouble> troubles() {
        Turns last = turns;
        return loop == null || last == null ? List.of() : last.round().troubles();
    }

    /** Returns how many jobs of dead workers this node has reclaimed since it started. */
    public long unlocked() {
        Turns last = turns;
        return last == null ? 0 : last.unlock().unlocked();
    }

    @Override
    public void received(Pulse pulse) {
        Turns last = turns;
        if (last == null) {
            return;
        }
        if (pulse.nextDue() != null) {
            last.round().within(last.promote(), pulse.nextDue());
        }
        if (!pulse.alive()) {
            // the row of this worker may be gone, without which its jobs are found only as strays
            last.strays().onceMore().set(true);
            last.round().within(last.strays(), Duration.ZERO);
        }
        if (last.unlock().seen(pulse)) {
            last.round().within(last.unlock(), Duration.ZERO);
        }
    }

    @Override
    public void missed() {
        Turns last = turns;
        if (last != null) {
            last.unlock().unseen();
        }
    }

    /** Creates the round of all tasks; the inbox and heartbeats may make one due earlier. */
    Round round(Ticker ticker, RandomGenerator random) {
        JobSweeps jobs = stores.jobs().sweeps();
        Transactions transactions = stores.transactions();
        SweepTask promote = promotion();
        UnlockDeadWorkers unlock = new UnlockDeadWorkers(stores, signal, ticker, random, settings);
        UnlockStrays strays = new UnlockStrays(stores, signal, new AtomicBoolean());
        List<SweepTask> tasks = new ArrayList<>(List.of(
                promote,
                unlock,
                strays,
                new Purge("PurgeEndedJobs", transactions, limit -> jobs.purge(settings.retention(), limit), INTERVAL),
                new Purge("ForgetAttempts", transactions, jobs::forgetAttempts, INTERVAL.multipliedBy(2)),
                new Purge("ForgetKeys", transactions, jobs::forgetKeys, INTERVAL.multipliedBy(2)),
                new Purge("ForgetSteps", transactions, jobs::forgetSteps, INTERVAL.multipliedBy(2)),
                new Purge("ForgetSignals", transactions, jobs::forgetSignals, INTERVAL.multipliedBy(2))));
        tasks.addAll(furtherTasks);
        Round round = new Round(ticker, tasks, random);
        inbox.onScheduled(() -> round.within(promote, Duration.ZERO));
        furtherTasks.forEach(task -> task.onAgain(() -> round.within(task, Duration.ZERO)));
        turns = new Turns(round, promote, unlock, strays);
        return round;
    }

    public SweepTask promotion() {
        return new PromoteDueJobs(stores.jobs().sweeps(), stores.transactions(), signal, this::pollInterval);
    }

    private Duration pollInterval() {
        return inbox.receivesFromOthers() ? LONGEST_POLL : settings.pollInterval();
    }

    /** The round since the last start, with the tasks that heartbeats and reports use. */
    private record Turns(Round round, SweepTask promote, UnlockDeadWorkers unlock, UnlockStrays strays) {}

    /** Makes scheduled jobs ready when they are due, and announces their queues. */
    record PromoteDueJobs(JobSweeps store, Transactions transactions, JobSignal signal, Supplier<Duration> pollInterval)
            implements SweepTask {

        private static final int PORTION = 1_000;
        private static final Duration UNTIL_UNLOCKED = Duration.ofMillis(50);

        @Override
        public Duration sweep() {
            Duration nextDue = transactions.single(store::nextDue).orElseGet(pollInterval);
            if (!nextDue.isZero()) {
                return shorter(nextDue);
            }
            Promotion promotion = transactions.run(() -> store.promoteDue(PORTION));
            promotion.readyJobs().forEach(signal::jobsAvailable);
            Duration next = promotion.nextDue();
            if (promotion.promoted() == 0 && next != null && next.isZero()) {
                // another session holds the rows that are due
                return UNTIL_UNLOCKED;
            }
            return next == null ? pollInterval.get() : shorter(next);
        }

        private Duration shorter(Duration nextDue) {
            Duration longest = pollInterval.get();
            return nextDue.compareTo(longest) < 0 ? nextDue : longest;
        }
    }

    /**
     * Releases claimed jobs that belong to no worker, as a failover or a manual change may leave them, and forgets dead workers that hold none.
     *
     * @param onceMore set where a worker may have lost its row: some of its claims may be too young to be strays yet
     */
    record UnlockStrays(Stores stores, JobSignal signal, AtomicBoolean onceMore) implements SweepTask {

        private static final int PORTION = 500;
        /** If several servers take writes, a claim is no stray before it is a minute old. */
        private static final Duration UNTIL_OLD = Duration.ofSeconds(65);

        @Override
        public Duration sweep() {
            stores.transactions().run(() -> stores.workers().forget(PORTION));
            Unlocked unlocked =
                    stores.transactions().run(() -> stores.jobs().sweeps().unlockStrays(PORTION));
            if (unlocked.jobs() > 0) {
                log.warn(
                        "Unlocked {} jobs that were claimed for workers without a row in baton_worker, or for dead ones that held nothing:"
                                + " a worker was frozen in the middle of a claim, a failover lost the row, or the tables were changed manually",
                        unlocked.jobs());
            }
            unlocked.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
            if (unlocked.jobs() >= PORTION) {
                return BETWEEN_PORTIONS;
            }
            return onceMore.getAndSet(false) ? UNTIL_OLD : INTERVAL;
        }
    }

    /** Runs each task when it is due. A task that fails pauses by itself: it neither delays the others nor hides their results. */
    static final class Round implements Step {

        private static final Duration LONGEST_REST = Duration.ofMinutes(1);

        private final Ticker ticker;
        private final Map<SweepTask, Long> dueNanos = new LinkedHashMap<>();
        private final IdentityHashMap<SweepTask, Failures> failures = new IdentityHashMap<>();
        private final Map<SweepTask, Long> earlier = Collections.synchronizedMap(new IdentityHashMap<>());
        private volatile Runnable wake = () -> {};

        Round(Ticker ticker, List<SweepTask> tasks, RandomGenerator random) {
            this.ticker = ticker;
            tasks.forEach(task -> {
                dueNanos.put(task, ticker.nanos());
                String part = "baton-sweep " + task.name();
                failures.put(task, new Failures(part, Loop.LONGEST_PAUSE, ticker, random));
            });
        }

        Set<SweepTask> tasks() {
            return dueNanos.keySet();
        }

        /** Sets what is called when a task is due earlier than it returned. */
        void onAgain(Runnable wake) {
            this.wake = wake;
        }

        /** Makes the task due within this time, if it is not due sooner. */
        void within(SweepTask task, Duration wait) {
            if (wait.compareTo(LONGEST_REST) < 0) {
                earlier.merge(task, ticker.nanos() + wait.toNanos(), (a, b) -> a - b < 0 ? a : b);
                wake.run();
            }
        }

        @Override
        public Duration turn() {
            for (Map.Entry<SweepTask, Long> task : dueNanos.entrySet()) {
                boolean failing = failuresOf(task.getKey()).failing();
                Long sooner = failing ? null : earlier.remove(task.getKey());
                if (sooner != null && sooner - task.getValue() < 0) {
                    task.setValue(sooner);
                }
                if (ticker.nanos() - task.getValue() >= 0) {
                    Duration rest = sweep(task.getKey());
                    task.setValue(ticker.nanos() + rest.toNanos());
                }
            }
            return untilNext();
        }

        private Duration sweep(SweepTask task) {
            Failures failing = failuresOf(task);
            try {
                Duration rest = task.sweep();
                failing.worked();
                return rest;
            } catch (Throwable e) {
                // also a checked exception, which Kotlin may throw: the tasks behind this one have their turns
                return failing.failed(e);
            }
        }

        private Failures failuresOf(SweepTask task) {
            return requireNonNull(failures.get(task));
        }

        /** Returns what fails now: whole tasks, and parts of them. Any thread may call it. */
        List<Trouble> troubles() {
            return failures.entrySet().stream()
                    .flatMap(task ->
                            Stream.concat(task.getValue().trouble().stream(), task.getKey().troubles().stream()))
                    .toList();
        }

        private Duration untilNext() {
            long now = ticker.nanos();
            long least =
                    dueNanos.values().stream().mapToLong(due -> due - now).min().orElse(LONGEST_REST.toNanos());
            return Duration.ofNanos(Math.max(0, Math.min(least, LONGEST_REST.toNanos())));
        }
    }
}
