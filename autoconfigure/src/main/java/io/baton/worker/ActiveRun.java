package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One call of a handler that is under way, and the way to stop it. An interrupt never outlives the run it was meant for. */
final class ActiveRun {

    private final List<ClaimedJob> claimed;
    private final Thread thread;
    private final ProcessEnd processEnd;
    private volatile List<ClaimedJob> jobs;
    private boolean over;
    private Runnable onStop = () -> {};
    private final List<Runnable> onEnd = new ArrayList<>();
    private final Map<Fence, Duration> snoozes = new ConcurrentHashMap<>();
    private volatile @Nullable StopReason stopReason;
    private @Nullable Throwable told;
    private volatile boolean charged;

    /** A run whose worker nobody waits for. */
    ActiveRun(List<ClaimedJob> jobs, Thread thread) {
        this(jobs, thread, new ProcessEnd());
    }

    ActiveRun(List<ClaimedJob> jobs, Thread thread, ProcessEnd processEnd) {
        this.claimed = jobs;
        this.jobs = jobs;
        this.thread = thread;
        this.processEnd = processEnd;
    }

    List<ClaimedJob> jobs() {
        return jobs;
    }

    /** The jobs that it began with, as they were claimed. */
    List<ClaimedJob> claimed() {
        return claimed;
    }

    /** Those of its jobs that are still the worker's, with their payloads. */
    void read(List<ClaimedJob> jobs) {
        this.jobs = jobs;
    }

    /** What all its jobs are. */
    String type() {
        return claimed.get(0).type();
    }

    boolean holds(Fence fence) {
        return jobs.stream().anyMatch(job -> job.fence().equals(fence));
    }

    /** The starts of its careful jobs are charged, or may be. */
    void charged() {
        charged = true;
    }

    /** What one of its jobs came to. */
    Settlement settlement(ClaimedJob job, Outcome outcome) {
        return Settlement.of(job, charged && job.isCareful() ? outcome.uncharged(job.crashes()) : outcome);
    }

    /** All of its jobs, which came to the same. */
    List<Settlement> settlements(Outcome outcome) {
        return jobs.stream().map(job -> settlement(job, outcome)).toList();
    }

    /** Asks the run to stop and interrupts it; only the first reason counts. Whoever ends the process would end it in disorder then. */
    synchronized void stop(StopReason reason) {
        if (!over && stopReason == null) {
            stopReason = reason;
            if (!endsProcess()) {
                thread.interrupt();
            }
            onStop.run();
        }
    }

    /** Whether its handler ends the process or the application, and waits for the worker to end. */
    synchronized boolean endsProcess() {
        return !over && processEnd.isCausedBy(thread);
    }

    /** Ends an interrupt that the handler left behind itself; one that is meant for the run stays. */
    synchronized void dropOwnInterrupt() {
        if (stopReason == null) {
            Thread.interrupted();
        }
    }

    /** Whether it has ended, or was given up. */
    synchronized boolean isOver() {
        return over;
    }

    /** The handler has returned; answers whether the run still counts, which it does not once it was given up. */
    synchronized boolean end() {
        boolean first = !over;
        over = true;
        onEnd.forEach(Runnable::run);
        onEnd.clear();
        if (Thread.currentThread() == thread) {
            Thread.interrupted();
        }
        return first;
    }

    /** Calls this when the run is over, which may be now. */
    synchronized void onEnd(Runnable action) {
        if (over) {
            action.run();
        } else {
            onEnd.add(action);
        }
    }

    /** Calls this once when the run is asked to stop, which may have been before now. */
    synchronized void onStop(Runnable action) {
        onStop = action;
        if (stopReason != null) {
            action.run();
        }
    }

    /** One of its jobs is to wait, whatever else comes of it. */
    void snooze(Fence fence, Duration delay) {
        snoozes.put(fence, delay);
    }

    /** How long the job is to wait, if that was asked for. */
    @Nullable
    Duration snoozed(Fence fence) {
        return snoozes.get(fence);
    }

    /** The job is run anew: what it asked for before was rolled back. */
    void forgetSnooze(Fence fence) {
        snoozes.remove(fence);
    }

    /** Whether the failure is not the one that was told last: jobs of one call share theirs. */
    synchronized boolean isFirstOf(Throwable failure) {
        boolean first = told != failure;
        told = failure;
        return first;
    }

    @Nullable
    StopReason stopReason() {
        return stopReason;
    }

    boolean stopping() {
        return stopReason != null;
    }
}
