package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Ticker;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Represents a run of jobs that is under way, and stops it. An interrupt never outlives its run. */
public final class ActiveRun {

    private static final long NOT_BEGUN = Long.MIN_VALUE;
    private static final Set<String> EXITS = Set.of("java.lang.Runtime", "java.lang.Shutdown");

    private final List<ClaimedJob> claimed;
    private final Thread thread;
    private final Predicate<Thread> awaitsEnd;
    private final RunListener listener;
    private final Ticker ticker;
    private final ToLongFunction<Fence> claimedAt;
    private volatile long sinceNanos = NOT_BEGUN;
    private long nanos;
    /** The jobs of whose start the listener was notified; it is notified of the end of no others. */
    private volatile Set<Fence> started = Set.of();

    private volatile List<ClaimedJob> jobs;
    private boolean over;
    private Runnable onStop = () -> {};
    private Runnable onEnd = () -> {};
    private volatile @Nullable StopReason stopReason;
    private @Nullable Throwable lastLogged;
    private volatile @Nullable Throwable failure;
    private volatile boolean crashCounted;
    private volatile boolean settles;
    private volatile boolean undoes;

    /**
     * Creates a run on a thread.
     *
     * @param awaitsEnd returns whether a thread waits for the worker to end, such as one that closes its application
     * @param claimedAt returns when a job was claimed, by the ticker
     */
    ActiveRun(
            List<ClaimedJob> jobs,
            Thread thread,
            Predicate<Thread> awaitsEnd,
            RunListener listener,
            Ticker ticker,
            ToLongFunction<Fence> claimedAt) {
        this.claimed = jobs;
        this.jobs = jobs;
        this.thread = thread;
        this.awaitsEnd = awaitsEnd;
        this.listener = listener;
        this.ticker = ticker;
        this.claimedAt = claimedAt;
    }

    /** Returns those of its jobs whose claims are not known to be lost. */
    public List<ClaimedJob> jobs() {
        return jobs;
    }

    /** Returns the jobs that it began with, as they were claimed. */
    public List<ClaimedJob> claimed() {
        return claimed;
    }

    /** Returns the results of jobs whose claims were lost before their payloads were read. */
    public List<JobResult> gone() {
        return jobs.size() == claimed.size()
                ? List.of()
                : claimed.stream()
                        .filter(job -> !holds(job.fence()))
                        .map(JobResult::lost)
                        .toList();
    }

    /** Continues with the jobs that are still held, which have their payloads now. */
    public void read(List<ClaimedJob> held) {
        jobs = held;
    }

    public String type() {
        return claimed.get(0).type();
    }

    public boolean hasAny(Predicate<ClaimedJob> condition) {
        for (ClaimedJob job : jobs) {
            if (condition.test(job)) {
                return true;
            }
        }
        return false;
    }

    boolean holds(Fence fence) {
        return hasAny(job -> job.fence().equals(fence));
    }

    /** Records that the starts of its careful jobs are counted as crashes, or may be. */
    public void crashCounted() {
        crashCounted = true;
    }

    /** Sets whether its job may have steps to undo from now on, so that its ties are to be read when it ends. */
    public void undoes(boolean may) {
        undoes = may;
    }

    /** Records that its handler's own transaction settles its jobs from now on. */
    public void settles() {
        settles = true;
    }

    /** Returns whether the claims of all its jobs are among these, and its own transaction cannot have ended them. */
    boolean isLost(Set<Fence> over) {
        return !settles && !jobs.isEmpty() && !hasAny(job -> !over.contains(job.fence()));
    }

    /** Returns the result of one of its jobs, for the settler to write. */
    public JobResult result(ClaimedJob job, Outcome outcome) {
        return result(job, outcome, false);
    }

    /** Returns such a result; {@code anew} says whether the attempts of the job begin anew. */
    public JobResult result(ClaimedJob job, Outcome outcome, boolean anew) {
        Settlement end = Settlement.of(job, outcome, crashCounted && job.isCareful() ? (Integer) job.crashes() : null);
        boolean undone = undoes || job.ties().undoes();
        JobResult result = new JobResult(
                job,
                undone || anew ? new Settlement(end.fence(), outcome, undone || end.tied(), end.crashes(), anew) : end);
        return undone && (outcome instanceof Outcome.Dead || outcome instanceof Outcome.Cancelled)
                ? new JobResult(job, result.unwritten(), RunOutcome.RETRIED)
                : result;
    }

    /** Returns results with this outcome for all jobs that are still held, and those of the lost ones. */
    public List<JobResult> results(Outcome outcome) {
        return Stream.concat(gone().stream(), jobs.stream().map(job -> result(job, outcome)))
                .toList();
    }

    /** Returns these results, or lost ones if the claims were lost before the run ended. */
    public List<JobResult> counting(List<JobResult> results) {
        return stopReason != StopReason.LOST
                ? results
                : claimed.stream().map(JobResult::lost).toList();
    }

    /** Begins the time of the handler, since the payloads are there; returns the current time. */
    public long begin() {
        long now = ticker.nanos();
        sinceNanos = now;
        return now;
    }

    public long now() {
        return ticker.nanos();
    }

    /** Returns the time from {@link #begin} to the end of the run; zero if the time of the handler never began. */
    public long nanos() {
        return nanos;
    }

    /** Notifies the listener that the handler is called now for these jobs, or would be if their payloads could be read. */
    public void started(List<ClaimedJob> jobs, long now) {
        started = jobs.size() == 1
                ? Set.of(jobs.get(0).fence())
                : jobs.stream().map(ClaimedJob::fence).collect(Collectors.toUnmodifiableSet());
        for (ClaimedJob job : jobs) {
            listener.started(job, waited(job, now));
        }
    }

    /** Returns how long a job has been due. */
    public Duration waited(ClaimedJob job, long now) {
        return job.waited().plusNanos(Math.max(0, now - claimedAt.applyAsLong(job.fence())));
    }

    public void notifyEnded(List<JobResult> results) {
        Duration duration = Duration.ofNanos(nanos());
        for (JobResult result : counting(results)) {
            if (started.contains(result.job().fence())) {
                listener.ended(result.job(), result.outcome(), duration);
            }
        }
    }

    /** Stops the run by an interrupt; only the first reason counts. A handler that ends the process is not interrupted. */
    public synchronized void stop(StopReason reason) {
        if (!over && stopReason == null) {
            stopReason = reason;
            if (!endsProcess()) {
                thread.interrupt();
            }
            onStop.run();
        }
    }

    /**
     * Returns whether its handler ends the process or the application, and waits for the worker to end. A handler that closes a context of its own
     * does neither.
     */
    public synchronized boolean endsProcess() {
        return !over
                && (awaitsEnd.test(thread)
                        || Stream.of(thread.getStackTrace())
                                .anyMatch(frame ->
                                        frame.getMethodName().equals("exit") && EXITS.contains(frame.getClassName())));
    }

    /** Clears an interrupt that the handler itself left; one that is meant for the run stays. */
    public synchronized void dropOwnInterrupt() {
        if (stopReason == null) {
            Thread.interrupted();
        }
    }

    /** Returns whether it has ended or was given up. */
    public synchronized boolean isOver() {
        return over;
    }

    /** Ends the run. Returns false if it had ended before, such as when it was given up. */
    public synchronized boolean end() {
        boolean first = !over;
        if (first) {
            over = true;
            nanos = sinceNanos == NOT_BEGUN ? 0 : ticker.nanos() - sinceNanos;
        }
        onEnd.run();
        onEnd = () -> {};
        if (Thread.currentThread() == thread) {
            Thread.interrupted();
        }
        return first;
    }

    /** Calls this when the run is over, which may be now. */
    public synchronized void onEnd(Runnable action) {
        if (over) {
            action.run();
        } else {
            Runnable before = onEnd;
            onEnd = () -> {
                before.run();
                action.run();
            };
        }
    }

    /** Calls this once when the run is stopped, which may have been before now. */
    synchronized void onStop(Runnable action) {
        onStop = action;
        if (stopReason != null) {
            action.run();
        }
    }

    /** Returns whether the failure is not the one that was logged last; jobs of one call may share one. */
    public synchronized boolean isFirstOf(Throwable failure) {
        boolean first = lastLogged != failure;
        lastLogged = failure;
        return first;
    }

    public void failed(Throwable failure) {
        this.failure = failure;
    }

    /** Returns the last failure of one of its jobs; null if none has failed. */
    @Nullable
    public Throwable failure() {
        return failure;
    }

    @Nullable
    public StopReason stopReason() {
        return stopReason;
    }

    public boolean stopping() {
        return stopReason != null;
    }

    /** The reason why a run is stopped: its job was cancelled, it took too long, the application closes, or the claim was lost. */
    public enum StopReason {
        CANCELLED,
        TIMED_OUT,
        SHUTDOWN,
        LOST
    }

    /**
     * The result of one job of a run at this worker. Every job that a run began with gets exactly one.
     *
     * @param job the job as it was claimed
     * @param unwritten what the settler is to write; null if the handler's own transaction wrote it, or nothing is to be written
     * @param outcome the outcome for listeners
     */
    public record JobResult(ClaimedJob job, @Nullable Settlement unwritten, RunOutcome outcome) {

        public JobResult(ClaimedJob job, Settlement unwritten) {
            this(job, unwritten, runOutcome(unwritten.outcome()));
        }

        /** Returns the result of a lost claim: the job was reclaimed, or its handler's transaction settled it in a commit without a response. */
        public static JobResult lost(ClaimedJob job) {
            return new JobResult(job, null, RunOutcome.LOST);
        }

        /** Returns the same result after the handler's own transaction has written and committed it. */
        public JobResult written() {
            return new JobResult(job, null, outcome);
        }

        private static RunOutcome runOutcome(Outcome outcome) {
            if (outcome instanceof Outcome.Completed) {
                return RunOutcome.COMPLETED;
            } else if (outcome instanceof Outcome.Retried) {
                return RunOutcome.RETRIED;
            } else if (outcome instanceof Outcome.Snoozed || outcome instanceof Outcome.Rejected) {
                return RunOutcome.SNOOZED;
            } else if (outcome instanceof Outcome.Suspended) {
                return RunOutcome.SUSPENDED;
            } else if (outcome instanceof Outcome.Dead) {
                return RunOutcome.DEAD;
            }
            return outcome instanceof Outcome.Cancelled ? RunOutcome.CANCELLED : RunOutcome.HANDED_BACK;
        }
    }

    /** Interrupts runs whose time is up, and gives up those that continue though they were stopped. */
    public record Deadlines(ScheduledExecutorService scheduler) implements AutoCloseable {

        private static final Logger log = LoggerFactory.getLogger(Deadlines.class);
        private static final Duration GRACE = Duration.ofSeconds(5);

        public static Deadlines onThread() {
            ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, runnable -> {
                Thread thread = new Thread(runnable, "baton-deadlines");
                thread.setDaemon(true);
                return thread;
            });
            scheduler.setRemoveOnCancelPolicy(true);
            // later the JVM may give no thread
            scheduler.prestartCoreThread();
            return new Deadlines(scheduler);
        }

        /** Stops the run after the timeout, if it has one, and calls {@code giveUp} if it goes on although it was stopped, for any reason. */
        public void watch(ActiveRun run, @Nullable Duration timeout, Runnable giveUp) {
            run.onStop(() -> until(run, GRACE, giveUp));
            if (timeout != null) {
                until(run, timeout, () -> run.stop(StopReason.TIMED_OUT));
            }
        }

        /** Does this after the delay, unless the run is over by then. */
        private void until(ActiveRun run, Duration delay, Runnable action) {
            try {
                ScheduledFuture<?> later =
                        scheduler.schedule(action, TimeUnit.NANOSECONDS.convert(delay), TimeUnit.NANOSECONDS);
                run.onEnd(() -> later.cancel(false));
            } catch (RejectedExecutionException e) {
                // the worker ends, and waits for its handlers no longer than its shutdown takes
                log.debug("A run that was stopped is not watched any more", LoggedFailure.of(e));
            }
        }

        @Override
        public void close() {
            scheduler.shutdownNow();
        }
    }
}
