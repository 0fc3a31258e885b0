package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * The jobs of one queue in this node's memory: a bounded number runs, a few more wait so that fast handlers find the next one at once. All
 * fields are guarded by the lane's monitor; those that are volatile are also used without it.
 */
final class Lane {

    /** How much work may wait: what takes about this long to run. Slow jobs are left to others, fast ones are there in time. */
    private static final double AHEAD_NANOS = 50_000_000;

    private static final double WEIGHT_OF_LAST = 0.2;

    /** How long what could not start here is left to other nodes. */
    static final Duration ELSEWHERE = Duration.ofSeconds(5);

    private final String queue;
    private final QueueSettings settings;
    private final int largestBatch;
    private final SuspectGate gate;
    private final WaitingJobs waiting;
    private final Places places;

    /** An estimate, which needs no monitor: of two calls that end at once one may be left out. */
    private volatile double averageNanos = Double.MAX_VALUE;

    private int running;
    private int lost;
    private boolean closed;
    private volatile boolean room;
    /** Whether jobs came last that hold permits: what waits here, nobody else can run in the meantime, here or elsewhere. */
    private boolean limited;

    /**
     * Creates the lane of a queue.
     *
     * @param places of its runners
     * @param largestBatch how many jobs the greediest handler of the queue takes in one call
     * @param batchSize how many jobs the handler of a type takes in one call
     * @param shares how much memory what waits and what is called together may take
     * @param gate of the whole worker
     */
    Lane(
            String queue,
            Places places,
            int largestBatch,
            ToIntFunction<String> batchSize,
            MemoryShares shares,
            SuspectGate gate) {
        this.queue = queue;
        this.places = places;
        this.settings = places.settings();
        this.largestBatch = largestBatch;
        this.gate = gate;
        this.waiting = new WaitingJobs(batchSize, shares, gate);
    }

    /** Returns the name of its queue. */
    String queue() {
        return queue;
    }

    /**
     * What became of jobs that were put in the lane.
     *
     * @param runners how many further runners the lane needs
     * @param refused those that it does not take
     * @param elsewhere how long these are left to other nodes
     * @param early those with permits that could not start here at once, as they may elsewhere
     */
    record Offered(int runners, List<ClaimedJob> refused, Duration elsewhere, List<ClaimedJob> early) {}

    /** Returns how many jobs to claim now; none while enough wait. */
    synchronized int wanted() {
        int ahead = prefetch();
        int free = free();
        if (closed || isStuck() || (free == 0 && waiting.count() > ahead / 2)) {
            return 0;
        }
        long room = (long) free * largestBatch + ahead - waiting.count();
        long fitting = Math.max(free > 0 ? 1 : 0, waiting.fitting());
        return (int) Math.max(0, Math.min(Math.min(room, fitting), Integer.MAX_VALUE));
    }

    private int prefetch() {
        if (limited) {
            return 0;
        }
        double worth = (places.now() - unreplaced()) * AHEAD_NANOS / Math.max(averageNanos, 1);
        return (int) Math.max(0, Math.min(worth, settings.maxPrefetch()));
    }

    private int free() {
        return Math.max(0, places.now() - running);
    }

    /** Puts jobs in the lane. */
    synchronized Offered offer(Collection<ClaimedJob> jobs) {
        if (closed) {
            return new Offered(0, List.copyOf(jobs), Duration.ZERO, List.of());
        }
        if (!jobs.isEmpty()) {
            limited = jobs.stream().anyMatch(job -> job.ties().limited());
        }
        List<ClaimedJob> early = early(jobs);
        List<ClaimedJob> refused = waiting.add(without(jobs, early));
        int runners = Math.min(mayStart(), waiting.startable());
        running += runners;
        return new Offered(runners, refused, ELSEWHERE, early);
    }

    /** One may always try while none runs: what waits would wait for nobody. */
    private int mayStart() {
        return running() == 0 && !isStuck() ? Math.max(1, free()) : free();
    }

    private List<ClaimedJob> early(Collection<ClaimedJob> jobs) {
        if (!limited) {
            return List.of();
        }
        long startable = Math.max(0, (long) free() * largestBatch - waiting.count());
        return jobs.stream().filter(job -> job.ties().limited()).skip(startable).toList();
    }

    private static Collection<ClaimedJob> without(Collection<ClaimedJob> jobs, List<ClaimedJob> others) {
        return others.isEmpty()
                ? jobs
                : jobs.stream().filter(job -> !others.contains(job)).toList();
    }

    /** Takes the next call's jobs for a runner, which ends if there are none. */
    synchronized List<ClaimedJob> next() {
        List<ClaimedJob> next = waiting.next();
        if (next.isEmpty()) {
            running--;
        }
        room = wanted() > 0;
        return next;
    }

    /** Whether the last runner that took jobs left room for others; asks without the monitor, as each runner does for each call. */
    boolean hasRoom() {
        return room;
    }

    /** A runner ends without having started its jobs. Returns whether they wait here, which they do not once the lane is closed. */
    synchronized boolean putBack(List<ClaimedJob> jobs) {
        running--;
        if (!closed) {
            waiting.putBack(jobs);
        }
        return !closed;
    }

    /** A call of this many jobs took this long. */
    void ran(int jobs, long nanos) {
        double each = (double) nanos / jobs;
        double before = averageNanos;
        averageNanos = before == Double.MAX_VALUE ? each : before + WEIGHT_OF_LAST * (each - before);
    }

    /**
     * A thread could be had for a runner.
     *
     * @param others how many runners are still to get theirs
     */
    synchronized void runnerStarted(int others) {
        places.started(running - others);
    }

    /** No thread could be had for so many runners. Returns the jobs that the others do not get to soon. */
    synchronized List<ClaimedJob> runnersFailed(int runners) {
        running -= runners;
        places.failed(running);
        return waiting.takeAllBut(running() == 0 ? 0 : prefetch());
    }

    /** A runner ends, and the jobs that it took are not this worker's any more. */
    synchronized void dropped(List<ClaimedJob> jobs) {
        running--;
        jobs.forEach(job -> gate.leave(job.fence()));
    }

    /**
     * A runner is lost to a handler that does not return. Another takes its place, but only for as many as may run at once: beyond that
     * the place stays taken, so that there are never more than twice as many threads.
     *
     * @return whether another takes its place
     */
    synchronized boolean runnerLost() {
        lost++;
        boolean replaced = unreplaced() == 0;
        if (replaced) {
            running--;
        }
        return replaced;
    }

    /** A handler that was given up has returned after all; its runner ends, and leaves its place if that was still taken. */
    synchronized void runnerFound() {
        if (unreplaced() > 0) {
            running--;
        }
        lost--;
    }

    private int unreplaced() {
        return Math.max(0, lost - settings.concurrency());
    }

    /** Whether every place is taken by a handler that was given up: nothing can run here until one returns. */
    synchronized boolean isStuck() {
        return unreplaced() >= settings.concurrency();
    }

    /** Returns how many may run at once as long as every handler returns. */
    int concurrency() {
        return settings.concurrency();
    }

    /** Returns how many may run at once, beside the handlers that were given up and hold their places. */
    synchronized int places() {
        return settings.concurrency() - unreplaced();
    }

    /** Whether no runner can be started: no thread could be had for the first one, and none is tried for a while. */
    synchronized boolean startsNothing() {
        return !places.pauseLeft().isZero() && places.now() <= unreplaced();
    }

    /** Returns for how long no further thread is tried, since none could be had; until then no more run than do now. */
    synchronized Duration pauseLeft() {
        return places.pauseLeft();
    }

    /** Whether nothing runs, but for what was given up, and nothing waits. */
    synchronized boolean idle() {
        return running() == 0 && waiting.isEmpty();
    }

    /** Returns how many runners it has, beside those whose handlers were given up. */
    synchronized int running() {
        return running - unreplaced();
    }

    /** Returns the suspects that wait. */
    synchronized List<ClaimedJob> suspects() {
        return waiting.suspects();
    }

    /** Takes back those of these suspects that still wait. */
    synchronized List<ClaimedJob> takeSuspects(Set<Fence> which) {
        return waiting.takeSuspects(which);
    }

    /** Takes back all jobs that wait. */
    synchronized List<ClaimedJob> empty() {
        return waiting.takeAll();
    }

    /** Wants nothing and takes nothing any more. */
    synchronized void close() {
        closed = true;
    }
}
