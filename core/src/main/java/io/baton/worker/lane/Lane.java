package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.run.ActiveRun;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Holds the jobs of one queue in this node's memory: a bounded number runs, and a few more wait so that fast handlers find the next one at once. The
 * lane's monitor guards all fields; those that are volatile are also used without it.
 */
public final class Lane {

    /** The work that may wait: as many jobs as run in this time. Slow jobs are left to other nodes, and fast ones are there in time. */
    private static final double AHEAD_NANOS = 20_000_000;

    private static final double WEIGHT_OF_LAST = 0.2;

    /** How long jobs that could not start here are left to other nodes. */
    public static final Duration RELEASED_FOR = Duration.ofSeconds(5);

    private static final int MOST_SUSPECTS = 100;

    private final String queue;
    private final int concurrency;
    private final int maxPrefetch;
    private final int largestBatch;
    private final ToIntFunction<String> batchSize;
    private final long mostBytes;
    private final long mostOfOneCall;
    private final SuspectGate gate;

    /** The jobs that wait and are no suspects: the most urgent first, and those of one priority in the order in which they came. */
    private final Deque<ClaimedJob> waiting = new ArrayDeque<>();

    /** The suspects. They wait for each other, and no other job waits for them. */
    private final Deque<ClaimedJob> suspects = new ArrayDeque<>();

    /** The size of payloads and checkpoints of the jobs that wait, without the suspects. */
    private long bytes;
    /** The size of the largest recent job; a job of the next claim may be as large. */
    private long largestBytes = ClaimedJob.LARGEST_READ_AT_ONCE;

    /** How many jobs were taken to be run since the last call of {@link #takeOverdue}. */
    private int taken;
    /** Whether there was no job to take at some time since then. */
    private boolean ranOut = true;

    /** An estimate of the duration of a job. It needs no monitor: of two calls that end at once, one may be left out. */
    private volatile double averageNanos = Double.MAX_VALUE;

    /** The average duration of a job when others were overdue. It is halved each half second, since a few slow jobs among fast ones come again. */
    private double overdueNanos;

    private int running;
    /** How many of the runners have not taken jobs yet. */
    private int starting;

    /** Runs that were given up and whose handlers have not returned. */
    private final Set<ActiveRun> lost = new HashSet<>();

    private boolean closed;
    private volatile boolean room;
    /** Whether the last jobs that came hold permits, which no other job can use while they wait here. */
    private boolean limited;

    /** Creates the lane of a queue. The largest batch is that of all its handlers, and the batch size that of the handler of a type. */
    public Lane(
            String queue,
            QueueSettings settings,
            int largestBatch,
            ToIntFunction<String> batchSize,
            MemoryShares shares,
            SuspectGate gate) {
        this.queue = queue;
        this.concurrency = settings.concurrency();
        this.maxPrefetch = settings.maxPrefetch();
        this.largestBatch = largestBatch;
        this.batchSize = batchSize;
        this.mostBytes = shares.waiting();
        this.mostOfOneCall = shares.oneCall();
        this.gate = gate;
    }

    String queue() {
        return queue;
    }

    /**
     * The result of {@link #offer}.
     *
     * @param runners how many further runners the lane needs
     * @param refused jobs that are left to other nodes for a while
     * @param released limited jobs that cannot start here at once, but may on another node
     */
    record Offered(int runners, List<ClaimedJob> refused, List<ClaimedJob> released) {}

    /** Returns how many jobs to claim now; zero while enough wait. */
    public synchronized int wanted() {
        int ahead = prefetch();
        int free = free();
        if (closed || (free == 0 && waiting.size() > ahead / 2)) {
            return 0;
        }
        long room = (long) free * largestBatch + ahead - waiting.size();
        // as many as fit into memory if each is as large as the largest recent one
        long fitting = Math.max(free > 0 ? 1 : 0, (mostBytes - bytes) / largestBytes);
        return (int) Math.max(0, Math.min(Math.min(room, fitting), Integer.MAX_VALUE));
    }

    private int prefetch() {
        if (limited) {
            return 0;
        }
        double worth = places() * AHEAD_NANOS / Math.max(Math.max(averageNanos, overdueNanos), 1);
        return (int) Math.max(0, Math.min(worth, maxPrefetch));
    }

    private int free() {
        return Math.max(0, places() - running);
    }

    public synchronized Offered offer(Collection<ClaimedJob> jobs) {
        if (closed) {
            return new Offered(0, List.of(), List.copyOf(jobs));
        }
        if (!jobs.isEmpty()) {
            limited = jobs.stream().anyMatch(job -> job.ties().limited());
        }
        List<ClaimedJob> early = early(jobs);
        List<ClaimedJob> refused = add(
                early.isEmpty()
                        ? jobs
                        : jobs.stream().filter(job -> !early.contains(job)).toList());
        int oneSuspect = suspects.isEmpty() || gate.inside() != null ? 0 : 1;
        int runners = Math.min(free(), waiting.size() + oneSuspect);
        running += runners;
        starting += runners;
        return new Offered(runners, refused, early);
    }

    private List<ClaimedJob> early(Collection<ClaimedJob> jobs) {
        if (!limited) {
            return List.of();
        }
        long startable = Math.max(0, (long) free() * largestBatch - waiting.size());
        return jobs.stream().filter(job -> job.ties().limited()).skip(startable).toList();
    }

    /** Adds jobs before those that are less urgent; returns the jobs that were refused. */
    private List<ClaimedJob> add(Collection<ClaimedJob> claimed) {
        List<ClaimedJob> refused = new ArrayList<>();
        long largest = 0;
        boolean ordered = true;
        for (ClaimedJob job : claimed) {
            largest = Math.max(largest, bytes(job));
            if (!job.isSuspect()) {
                ordered &=
                        waiting.isEmpty() || job.priority() <= waiting.getLast().priority();
                waiting.add(job);
                bytes += bytes(job);
            } else if (suspects.size() < MOST_SUSPECTS) {
                suspects.add(job);
            } else {
                refused.add(job);
            }
        }
        largestBytes = Math.max(1, Math.max(largest, largestBytes / 2));
        if (!ordered) {
            order();
        }
        return refused;
    }

    private void order() {
        List<ClaimedJob> ordered = new ArrayList<>(waiting);
        ordered.sort(Comparator.comparingInt(ClaimedJob::priority).reversed());
        waiting.clear();
        waiting.addAll(ordered);
    }

    private static long bytes(ClaimedJob job) {
        return length(job.payload()) + length(job.checkpoint());
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** Returns the jobs of the first call of a runner. The runner ends if there are none. */
    synchronized List<ClaimedJob> first() {
        starting--;
        return next();
    }

    /** Returns the jobs of the next call of a runner. The runner ends if there are none. */
    public synchronized List<ClaimedJob> next() {
        List<ClaimedJob> next = taken();
        if (next.isEmpty()) {
            running--;
        }
        room = wanted() > 0;
        return next;
    }

    private List<ClaimedJob> taken() {
        ClaimedJob suspect = suspects.peekFirst();
        if (suspect != null && gate.enter(suspect.fence())) {
            return List.of(suspects.removeFirst());
        }
        ClaimedJob first = waiting.pollFirst();
        if (first == null) {
            return List.of();
        }
        bytes -= bytes(first);
        int most = batchSize.applyAsInt(first.type());
        List<ClaimedJob> next = most == 1 ? List.of(first) : together(first, most);
        taken += next.size();
        ranOut |= waiting.isEmpty();
        return next;
    }

    private List<ClaimedJob> together(ClaimedJob first, int most) {
        List<ClaimedJob> batch = new ArrayList<>();
        batch.add(first);
        Iterator<ClaimedJob> others = waiting.iterator();
        long left = mostOfOneCall - first.unreadBytes();
        while (batch.size() < most && left >= 0 && others.hasNext()) {
            ClaimedJob other = others.next();
            if (other.type().equals(first.type())) {
                left -= other.unreadBytes();
                if (left < 0) {
                    break;
                }
                batch.add(other);
                others.remove();
                bytes -= bytes(other);
            }
        }
        return batch;
    }

    /** Returns whether there was room for more jobs after a runner last took some. Each runner reads it for each call, so without the monitor. */
    boolean hasRoom() {
        return room;
    }

    /**
     * Puts back the jobs of a runner that ends without having started them, before others of the same priority. Returns false if the lane is closed
     * and does not take them.
     */
    synchronized boolean putBack(List<ClaimedJob> jobs) {
        running--;
        if (closed) {
            return false;
        }
        for (int i = jobs.size() - 1; i >= 0; i--) {
            ClaimedJob job = jobs.get(i);
            if (gate.leave(job.fence())) {
                suspects.addFirst(job);
            } else {
                waiting.addFirst(job);
                bytes += bytes(job);
            }
        }
        order();
        return true;
    }

    /** Records the duration of a call of this many jobs. */
    public void ran(int jobs, long nanos) {
        double each = (double) nanos / jobs;
        double before = averageNanos;
        averageNanos = before == Double.MAX_VALUE ? each : before + WEIGHT_OF_LAST * (each - before);
    }

    /** Records that this many runners got no thread. Removes and returns the waiting jobs, but leaves one for each runner that is about to begin. */
    synchronized List<ClaimedJob> runnersFailed(int runners) {
        running -= runners;
        starting -= runners;
        return takeAllBut(starting);
    }

    /** Records that a runner ends because claims of its jobs were lost. */
    synchronized void dropped(List<ClaimedJob> jobs) {
        running--;
        jobs.forEach(job -> gate.leave(job.fence()));
    }

    /** Records that a run is about to be given up. The call comes before the end of the run, after which its runner calls {@link #returned}. */
    synchronized void giveUp(ActiveRun run) {
        lost.add(run);
    }

    /**
     * Records that a runner is lost to a handler that does not return. Another may take its place while there are at most twice as many threads as
     * handlers may run at once.
     */
    synchronized void runnerLost() {
        running--;
    }

    /** Records that the handler of a run that was given up has returned, or that the run was not given up after all. */
    synchronized void returned(ActiveRun run) {
        lost.remove(run);
    }

    /** Returns the job types of the handlers that were given up and have not returned. */
    synchronized List<String> lost() {
        return lost.stream().map(ActiveRun::type).toList();
    }

    /** Returns how many handlers may run at once while every handler returns. */
    int concurrency() {
        return concurrency;
    }

    /** Returns how many handlers may run at once beside those that were given up; zero if these hold all threads. */
    synchronized int places() {
        return concurrency - Math.max(0, lost.size() - concurrency);
    }

    /** Returns whether nothing waits, and nothing runs except handlers that were given up. */
    synchronized boolean idle() {
        return running == 0 && waiting.isEmpty() && suspects.isEmpty();
    }

    /** Returns the number of runners without those whose handlers were given up. */
    synchronized int running() {
        return running;
    }

    synchronized boolean hasSuspects() {
        return !suspects.isEmpty();
    }

    /** Removes and returns the suspects that wait. */
    synchronized List<ClaimedJob> takeSuspects() {
        List<ClaimedJob> all = List.copyOf(suspects);
        suspects.clear();
        return all;
    }

    /**
     * Removes and returns the last of the jobs that were claimed ahead if handlers have become slow: since the last call, this long ago, all threads
     * were busy, and they took fewer jobs than still wait.
     */
    synchronized List<ClaimedJob> takeOverdue(long nanos) {
        boolean steadily = !ranOut;
        int since = taken;
        taken = 0;
        ranOut = waiting.isEmpty();
        int ofCalls = places() * (largestBatch - 1);
        overdueNanos /= 2;
        if (!steadily || since >= waiting.size() - ofCalls || free() > 0) {
            return List.of();
        }
        overdueNanos = (double) places() * nanos / (since + 1);
        return takeBehind(prefetch() + ofCalls);
    }

    /** Removes and returns all jobs that wait. */
    public synchronized List<ClaimedJob> empty() {
        return takeAllBut(0);
    }

    /** Removes and returns the suspects and all other jobs, except this many at the front. */
    private List<ClaimedJob> takeAllBut(int first) {
        List<ClaimedJob> all = takeBehind(first);
        all.addAll(takeSuspects());
        return all;
    }

    private List<ClaimedJob> takeBehind(int first) {
        List<ClaimedJob> behind = new ArrayList<>(waiting).subList(Math.min(first, waiting.size()), waiting.size());
        for (ClaimedJob job : behind) {
            waiting.removeLast();
            bytes -= bytes(job);
        }
        ranOut |= waiting.isEmpty();
        return behind;
    }

    /** Closes the lane, which wants and takes no more jobs. */
    public synchronized void close() {
        closed = true;
    }

    /**
     * Lets one suspect at a time run on this worker, and the next one after the outcome of the last one is written. If the worker dies, the crash
     * counts against one of them only.
     */
    public static final class SuspectGate {

        private final AtomicReference<@Nullable Fence> inside = new AtomicReference<>();

        /** Returns the suspect that runs; null if none does. */
        @Nullable
        Fence inside() {
            return inside.get();
        }

        /** Lets a suspect in if none is inside; returns whether it may run. It keeps all others out until it has left. */
        boolean enter(Fence suspect) {
            return inside.compareAndSet(null, suspect);
        }

        /** Removes a job; returns whether it was inside. */
        public boolean leave(Fence job) {
            Fence suspect = inside.get();
            return job.equals(suspect) && inside.compareAndSet(suspect, null);
        }
    }
}
