package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.worker.call.LargePayloads.MemoryShares;
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

/** Holds the claimed jobs of a lane that wait in memory, with suspects apart from the others. The lane's monitor guards it. */
final class WaitingJobs {

    /** The maximum number of suspects that wait. */
    private static final int MOST_SUSPECTS = 100;

    private final ToIntFunction<String> batchSize;
    private final long mostBytes;
    private final long mostOfOneCall;
    private final SuspectGate gate;
    /** The jobs that are no suspects: the most urgent first, and those of one priority in the order in which they came. */
    private final Deque<ClaimedJob> jobs = new ArrayDeque<>();

    /** The suspects. They wait for each other, and no other job waits for them. */
    private final Deque<ClaimedJob> suspects = new ArrayDeque<>();

    /** The size of payloads and checkpoints of the jobs without the suspects. */
    private long bytes;
    /** The size of the largest recent job; a job of the next claim may be as large. */
    private long largestBytes = ClaimedJob.LARGEST_READ_AT_ONCE;

    /** How many jobs were taken to be run since the last call of {@link #takenSteadily}. */
    private int taken;
    /** Whether there was no job to take at some time since then. */
    private boolean ranOut = true;

    /**
     * Creates the waiting jobs of a lane, none yet.
     *
     * @param batchSize how many jobs the handler of a type takes in one call
     * @param shares how much memory waiting jobs and the jobs of one call may take
     * @param gate the gate of the whole worker
     */
    WaitingJobs(ToIntFunction<String> batchSize, MemoryShares shares, SuspectGate gate) {
        this.batchSize = batchSize;
        this.mostBytes = shares.waiting();
        this.mostOfOneCall = shares.oneCall();
        this.gate = gate;
    }

    /** Adds jobs before those that are less urgent; returns the jobs that were refused. */
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

    /** Returns how many jobs wait, without the suspects. */
    int count() {
        return jobs.size();
    }

    /** Returns how many jobs may be started, among them one suspect at most. */
    int startable() {
        return jobs.size() + (suspects.isEmpty() || !gate.isFree() ? 0 : 1);
    }

    /** Returns how many more jobs fit into memory if each is as large as the largest recent one. */
    long fitting() {
        return (mostBytes - bytes) / largestBytes;
    }

    boolean isEmpty() {
        return jobs.isEmpty() && suspects.isEmpty();
    }

    /** Removes and returns the jobs of the next call; empty if none may be started. */
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

    /** Puts back the jobs of a call that did not take place, before others of the same priority. */
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

    /** Returns how many jobs were taken to be run since the last call; -1 if there was no job to take at some time since then. */
    int takenSteadily() {
        int steadily = ranOut ? -1 : taken;
        taken = 0;
        ranOut = jobs.isEmpty();
        return steadily;
    }

    /** Removes and returns the suspects and all other jobs, except this many at the front. */
    List<ClaimedJob> takeAllBut(int first) {
        List<ClaimedJob> all = takeBehind(first);
        all.addAll(suspects);
        suspects.clear();
        return all;
    }

    /** Removes and returns all jobs except suspects and this many at the front. */
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
