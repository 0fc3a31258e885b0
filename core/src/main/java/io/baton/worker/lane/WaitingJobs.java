package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.worker.MemoryShares;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The claimed jobs of a lane that wait in memory, suspects beside the others. Guarded by the lane's monitor. */
final class WaitingJobs {

    /** How many suspects wait for each other. */
    private static final int MOST_SUSPECTS = 100;

    private final ToIntFunction<String> batchSize;
    private final MemoryShares shares;
    private final SuspectGate gate;
    /** The most urgent first; those of one priority in the order in which they came. */
    private final Deque<ClaimedJob> jobs = new ArrayDeque<>();

    /** Beside the others: they wait for each other, and nothing waits for them. */
    private final Deque<ClaimedJob> suspects = new ArrayDeque<>();

    /** Of payloads and checkpoints of the jobs, beside the suspects. */
    private long bytes;
    /** The largest of late; what the next claim brings may be as large. */
    private long largestBytes = ClaimedJob.LARGEST_READ_AT_ONCE;

    /** How many were taken to be run since the last call of {@link #takenSteadily}. */
    private int taken;
    /** Whether there was none to take at any time since. */
    private boolean ranOut = true;

    /**
     * Creates them, none yet.
     *
     * @param batchSize how many jobs the handler of a type takes in one call
     * @param shares how much memory what waits and what is called together may take
     * @param gate of the whole worker
     */
    WaitingJobs(ToIntFunction<String> batchSize, MemoryShares shares, SuspectGate gate) {
        this.batchSize = batchSize;
        this.shares = shares;
        this.gate = gate;
    }

    /** Adds jobs, before those that are less urgent. Returns those that were refused. */
    List<ClaimedJob> add(Collection<ClaimedJob> claimed) {
        List<ClaimedJob> refused = new ArrayList<>();
        long largest = 0;
        boolean ordered = true;
        for (ClaimedJob job : claimed) {
            largest = Math.max(largest, bytes(job));
            if (!job.isSuspect()) {
                ordered &= jobs.isEmpty() || job.priority() <= jobs.getLast().priority();
                jobs.add(job);
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
        List<ClaimedJob> ordered = new ArrayList<>(jobs);
        ordered.sort(Comparator.comparingInt(ClaimedJob::priority).reversed());
        jobs.clear();
        jobs.addAll(ordered);
    }

    private static long bytes(ClaimedJob job) {
        return length(job.payload()) + length(job.checkpoint());
    }

    private static long length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** Returns how many wait, beside the suspects. */
    int count() {
        return jobs.size();
    }

    /** Returns how many may be started, of suspects one at most. */
    int startable() {
        return jobs.size() + (suspects.isEmpty() || !gate.isFree() ? 0 : 1);
    }

    /** Returns how many more fit into memory, if they are as large as the largest of late. */
    long fitting() {
        return (shares.waiting() - bytes) / largestBytes;
    }

    boolean isEmpty() {
        return jobs.isEmpty() && suspects.isEmpty();
    }

    /** Takes the jobs of the next call; none if nothing may be started. */
    List<ClaimedJob> next() {
        ClaimedJob suspect = suspects.peekFirst();
        if (suspect != null && gate.enter(suspect.fence())) {
            return List.of(suspects.removeFirst());
        }
        ClaimedJob first = jobs.pollFirst();
        if (first == null) {
            return List.of();
        }
        bytes -= bytes(first);
        int most = batchSize.applyAsInt(first.type());
        List<ClaimedJob> next = most == 1 ? List.of(first) : together(first, most);
        taken += next.size();
        ranOut |= jobs.isEmpty();
        return next;
    }

    private List<ClaimedJob> together(ClaimedJob first, int most) {
        List<ClaimedJob> batch = new ArrayList<>();
        batch.add(first);
        Iterator<ClaimedJob> others = jobs.iterator();
        long left = shares.oneCall() - first.unreadBytes();
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

    /** Puts the jobs of a call that was not made before others of their priorities. */
    void putBack(List<ClaimedJob> unstarted) {
        for (int i = unstarted.size() - 1; i >= 0; i--) {
            ClaimedJob job = unstarted.get(i);
            if (gate.leave(job.fence())) {
                suspects.addFirst(job);
            } else {
                jobs.addFirst(job);
                bytes += bytes(job);
            }
        }
        order();
    }

    /** Returns the suspects that wait. */
    List<ClaimedJob> suspects() {
        return List.copyOf(suspects);
    }

    /** Removes and returns those of these suspects that still wait. */
    List<ClaimedJob> takeSuspects(Set<Fence> which) {
        List<ClaimedJob> taken =
                suspects.stream().filter(job -> which.contains(job.fence())).toList();
        suspects.removeAll(taken);
        return taken;
    }

    /** Returns how many were taken to be run since the last call; -1 if there was none to take at some time since. */
    int takenSteadily() {
        int steadily = ranOut ? -1 : taken;
        taken = 0;
        ranOut = jobs.isEmpty();
        return steadily;
    }

    /** Removes and returns all but the first so many, and the suspects. */
    List<ClaimedJob> takeAllBut(int first) {
        List<ClaimedJob> all = takeBehind(first);
        all.addAll(suspects);
        suspects.clear();
        return all;
    }

    /** Removes and returns all but the first so many, beside the suspects. */
    List<ClaimedJob> takeBehind(int first) {
        List<ClaimedJob> behind = new ArrayList<>(jobs).subList(Math.min(first, jobs.size()), jobs.size());
        for (ClaimedJob job : behind) {
            jobs.removeLast();
            bytes -= bytes(job);
        }
        ranOut |= jobs.isEmpty();
        return behind;
    }
}
