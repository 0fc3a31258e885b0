package io.baton.worker.run;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.ShareNames;
import io.baton.loop.Ticker;
import io.baton.worker.run.ActiveRun.StopReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Knows what this worker holds: every job from its claim to the end of its settlement, and the runs under way. */
public final class Holdings {

    private final RunListener listener;
    private final Ticker ticker;
    private final Map<Fence, HeldJob> held = new ConcurrentHashMap<>();
    private final Set<Runner> runners = ConcurrentHashMap.newKeySet();
    private final ToLongFunction<Fence> claimedAt = this::claimedAt;
    private final Predicate<Thread> awaitsEnd = this::awaitsEnd;
    private volatile @Nullable Thread ending;
    private volatile Consumer<Fence> onSettled = job -> {};

    public Holdings(RunListener listener, Ticker ticker) {
        this.listener = listener;
        this.ticker = ticker;
    }

    /** Notifies this of every job whose settlement has ended, or which needs none. */
    public void onSettled(Consumer<Fence> onSettled) {
        this.onSettled = onSettled;
    }

    /** Records that the worker ends while this thread waits for it: a run on this thread is what ends the worker. */
    public void endAwaitedBy(Thread thread) {
        ending = thread;
    }

    private boolean awaitsEnd(Thread thread) {
        return thread == ending;
    }

    public void claimed(Collection<ClaimedJob> jobs) {
        long now = ticker.nanos();
        HeldJob last = null;
        for (ClaimedJob job : jobs) {
            if (last == null || !last.queue().equals(job.queue()) || !Objects.equals(last.share(), job.share())) {
                last = new HeldJob(job.queue(), job.share(), now);
            }
            held.put(job.fence(), last);
        }
    }

    /** Forgets a job; returns its queue, or null if it was not held. */
    @Nullable
    public String settled(Fence fence) {
        HeldJob job = held.remove(fence);
        onSettled.accept(fence);
        return job == null ? null : job.queue();
    }

    public boolean holds(Fence fence) {
        return held.containsKey(fence);
    }

    public Set<Fence> held() {
        return new HashSet<>(held.keySet());
    }

    /** Returns how many jobs of which share of a queue are held, by stored names. */
    public Map<String, Integer> heldByShare(String queue) {
        Map<String, Integer> jobs = new HashMap<>();
        held.values().stream()
                .filter(job -> job.queue().equals(queue))
                .forEach(job ->
                        jobs.merge(ShareNames.within(queue, ShareNames.of(queue, job.share())), 1, Integer::sum));
        return jobs;
    }

    /** Returns whether all of these are held. A worker that was declared dead holds none of them. */
    public boolean holdsAll(Collection<ClaimedJob> jobs) {
        for (ClaimedJob job : jobs) {
            if (!holds(job.fence())) {
                return false;
            }
        }
        return true;
    }

    public int count() {
        return held.size();
    }

    /** Registers the current thread, whose runs are known here from now on. */
    public Runner enter() {
        Runner runner = new Runner();
        runners.add(runner);
        return runner;
    }

    public void leave(Runner runner) {
        runners.remove(runner);
    }

    /** Begins a run of these jobs on this thread, whose earlier runs have ended. */
    public ActiveRun begin(Runner runner, List<ClaimedJob> jobs) {
        ActiveRun run = new ActiveRun(jobs, Thread.currentThread(), awaitsEnd, listener, ticker, claimedAt);
        runner.last = run;
        return run;
    }

    private long claimedAt(Fence claim) {
        HeldJob job = held.get(claim);
        return job == null ? ticker.nanos() : job.sinceNanos();
    }

    public List<ActiveRun> runs() {
        List<ActiveRun> runs = new ArrayList<>();
        for (Runner runner : runners) {
            ActiveRun run = runner.last;
            if (run != null && !run.isOver()) {
                runs.add(run);
            }
        }
        return runs;
    }

    /** Returns the jobs whose handlers run now. */
    public Set<Fence> running() {
        return runs().stream()
                .flatMap(run -> run.jobs().stream())
                .map(ClaimedJob::fence)
                .collect(Collectors.toSet());
    }

    public void stop(Set<Fence> fences, StopReason reason) {
        runs().stream().filter(run -> fences.stream().anyMatch(run::holds)).forEach(run -> run.stop(reason));
    }

    public void stopAll(StopReason reason) {
        runs().forEach(run -> run.stop(reason));
    }

    /**
     * Drops held jobs whose claims are over: forgets those that do not run, then stops the runs that have no other jobs. One of both steps finds a
     * job that begins to run meanwhile. Returns how many runs were stopped.
     */
    public int lost(Set<Fence> over) {
        Set<Fence> waiting = new HashSet<>(over);
        waiting.removeAll(running());
        waiting.forEach(this::settled);
        List<ActiveRun> lost = runs().stream().filter(run -> run.isLost(over)).toList();
        lost.forEach(run -> run.stop(StopReason.LOST));
        return lost.size();
    }

    /** Forgets all jobs and stops their runs, since other nodes may run them. A run that begins meanwhile is stopped or finds its jobs gone. */
    public void forgetAll() {
        held.clear();
        stopAll(StopReason.LOST);
    }

    /** A thread that runs jobs, one run after the other. */
    public static final class Runner {

        private volatile @Nullable ActiveRun last;

        private Runner() {}
    }

    private record HeldJob(String queue, @Nullable String share, long sinceNanos) {}
}
