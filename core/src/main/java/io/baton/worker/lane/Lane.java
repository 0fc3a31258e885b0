package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.worker.MemoryShares;
import io.baton.worker.QueueSettings;
import io.baton.worker.WorkerReport.Times;
import io.baton.worker.run.ActiveRun;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;

/**
 * The jobs of one queue in this node's memory: a bounded number runs, a few more wait so that fast handlers find the next one at once. All
 * fields are guarded by the lane's monitor; those that are volatile are also used without it.
 */
public final class Lane {

    /** How much work may wait: what takes about this long to run. Slow jobs are left to others, fast ones are there in time. */
    private static final double AHEAD_NANOS = 20_000_000;

    private static final double WEIGHT_OF_LAST = 0.2;

    /** How long what could not start here is left to other nodes. */
    public static final Duration RELEASED_FOR = Duration.ofSeconds(5);

    private final String queue;
    private final QueueSettings settings;
    private final int largestBatch;
    private final SuspectGate gate;
    private final WaitingJobs waiting;

    /** An estimate, which needs no monitor: of two calls that end at once one may be left out. */
    private volatile double averageNanos = Double.MAX_VALUE;

    private final LongAdder ranJobs = new LongAdder();
    private final LongAdder ranNanos = new LongAdder();

    /** What a job took on average when others were overdue, halved in each half second since, as a few slow ones among fast ones come again. */
    private double overdueNanos;

    private int running;
    /** Those of the runners that have not taken jobs yet. */
    private int starting;

    /** Runs that were given up and whose handlers have not returned. */
    private final Set<ActiveRun> lost = new HashSet<>();

    private boolean closed;
    private volatile boolean room;
    /** Whether the last jobs that came hold permits, which no other job can use while they wait here. */
    private boolean limited;

    /**
     * Creates the lane of a queue.
     *
     * @param settings of the queue
     * @param largestBatch how many jobs the greediest handler of the queue takes in one call
     * @param batchSize how many jobs the handler of a type takes in one call
     * @param shares how much memory what waits and what is called together may take
     * @param gate of the whole worker
     */
    public Lane(
            String queue,
            QueueSettings settings,
            int largestBatch,
            ToIntFunction<String> batchSize,
            MemoryShares shares,
            SuspectGate gate) {
        this.queue = queue;
        this.settings = settings;
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
     * @param refused jobs that are left to other nodes for a while
     * @param released jobs that cannot start here at once, as they may on another node
     */
    record Offered(int runners, List<ClaimedJob> refused, List<ClaimedJob> released) {}

    /** Returns how many jobs to claim now; none while enough wait. */
    public synchronized int wanted() {
        int ahead = prefetch();
        int free = free();
        if (closed || (free == 0 && waiting.count() > ahead / 2)) {
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
        double worth = places() * AHEAD_NANOS / Math.max(Math.max(averageNanos, overdueNanos), 1);
        return (int) Math.max(0, Math.min(worth, settings.maxPrefetch()));
    }

    private int free() {
        return Math.max(0, places() - running);
    }

    /** Puts jobs in the lane. */
    public synchronized Offered offer(Collection<ClaimedJob> jobs) {
        if (closed) {
            return new Offered(0, List.of(), List.copyOf(jobs));
        }
        if (!jobs.isEmpty()) {
            limited = jobs.stream().anyMatch(job -> job.ties().limited());
        }
        List<ClaimedJob> early = early(jobs);
        List<ClaimedJob> refused = waiting.add(
                early.isEmpty()
                        ? jobs
                        : jobs.stream().filter(job -> !early.contains(job)).toList());
        int runners = Math.min(free(), waiting.startable());
        running += runners;
        starting += runners;
        return new Offered(runners, refused, early);
    }

    private List<ClaimedJob> early(Collection<ClaimedJob> jobs) {
        if (!limited) {
            return List.of();
        }
        long startable = Math.max(0, (long) free() * largestBatch - waiting.count());
        return jobs.stream().filter(job -> job.ties().limited()).skip(startable).toList();
    }

    /** Takes the first call's jobs for a runner that has begun, which ends if there are none. */
    synchronized List<ClaimedJob> first() {
        starting--;
        return next();
    }

    /** Takes the next call's jobs for a runner, which ends if there are none. */
    public synchronized List<ClaimedJob> next() {
        List<ClaimedJob> next = waiting.next();
        if (next.isEmpty()) {
            running--;
        }
        room = wanted() > 0;
        return next;
    }

    /** Whether the last runner that took jobs left room for others. Read without the monitor, since each runner does it for each call. */
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
    public void ran(int jobs, long nanos) {
        ranJobs.add(jobs);
        ranNanos.add(nanos);
        double each = (double) nanos / jobs;
        double before = averageNanos;
        averageNanos = before == Double.MAX_VALUE ? each : before + WEIGHT_OF_LAST * (each - before);
    }

    /** Returns how many jobs its calls ran, and how long these took together. */
    Times calls() {
        return new Times(ranJobs.sum(), Duration.ofNanos(ranNanos.sum()));
    }

    /** There is no thread for so many runners. Returns the jobs that wait, but for one for each of the others that are about to begin. */
    synchronized List<ClaimedJob> runnersFailed(int runners) {
        running -= runners;
        starting -= runners;
        return waiting.takeAllBut(starting);
    }

    /** A runner ends, and the jobs that it took are not this worker's any more. */
    synchronized void dropped(List<ClaimedJob> jobs) {
        running--;
        jobs.forEach(job -> gate.leave(job.fence()));
    }

    /** A run is about to be given up. Before its end, since its runner calls {@link #returned} once it finds that it was. */
    synchronized void giveUp(ActiveRun run) {
        lost.add(run);
    }

    /**
     * A runner is lost to a handler that does not return. Another may take its place as long as there are no more than twice as many
     * threads as may run at once.
     */
    synchronized void runnerLost() {
        running--;
    }

    /** The handler of a run that was given up has returned after all, and its runner ends; or the run was not given up. */
    synchronized void returned(ActiveRun run) {
        lost.remove(run);
    }

    /** Returns the job types of the handlers that were given up and have not returned. */
    synchronized List<String> lost() {
        return lost.stream().map(ActiveRun::type).toList();
    }

    /** Returns how many may run at once as long as every handler returns. */
    int concurrency() {
        return settings.concurrency();
    }

    /** Returns how many may run at once beside the handlers that were given up: none if these hold all threads. */
    synchronized int places() {
        return settings.concurrency() - Math.max(0, lost.size() - settings.concurrency());
    }

    /** Whether nothing runs, but for what was given up, and nothing waits. */
    synchronized boolean idle() {
        return running == 0 && waiting.isEmpty();
    }

    /** Returns how many runners it has, beside those whose handlers were given up. */
    synchronized int running() {
        return running;
    }

    /** Returns the suspects that wait. */
    synchronized List<ClaimedJob> suspects() {
        return waiting.suspects();
    }

    /** Removes and returns those of these suspects that still wait. */
    synchronized List<ClaimedJob> takeSuspects(Set<Fence> which) {
        return waiting.takeSuspects(which);
    }

    /**
     * Removes and returns the last of the jobs that were claimed ahead, if handlers turned slow: all places were busy in this time, since this was
     * called last, and took fewer jobs than still wait.
     */
    synchronized List<ClaimedJob> takeOverdue(long nanos) {
        int taken = waiting.takenSteadily();
        int ofCalls = places() * (largestBatch - 1);
        overdueNanos /= 2;
        if (taken < 0 || taken >= waiting.count() - ofCalls || free() > 0) {
            return List.of();
        }
        overdueNanos = (double) places() * nanos / (taken + 1);
        return waiting.takeBehind(prefetch() + ofCalls);
    }

    /** Removes and returns all jobs that wait. */
    public synchronized List<ClaimedJob> empty() {
        return waiting.takeAllBut(0);
    }

    /** Wants nothing and takes nothing any more. */
    public synchronized void close() {
        closed = true;
    }
}
