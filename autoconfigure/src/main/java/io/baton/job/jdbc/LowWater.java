package io.baton.job.jdbc;

import io.baton.job.ClaimedJob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a queue has been read, by rank. While a transaction elsewhere keeps the database from cleaning up, every claim from the front
 * walks over all that was ever claimed since; then claims start here instead. What lies before a mark, because it was committed late or
 * put back, is found by claims from the front, which go on less often. Guarded by its monitor.
 */
final class LowWater {

    private static final long SLOW_NANOS = 2_500_000;
    private static final long SLOW_NANOS_PER_JOB = 10_000;
    /** One slow claim is a busy machine; and only what was claimed can lie dead in the way. */
    private static final int SLOW_IN_A_ROW = 3;

    private static final int CLAIMED_TO_BE_SLOW = 5_000;
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
    private static final long SHORTEST_PAUSE_WHEN_IDLE_NANOS = 300_000_000;
    private static final Duration LATE_COMMITS = Duration.ofSeconds(2);

    private final TreeMap<Integer, Instant> marks = new TreeMap<>();
    private boolean slow;
    private int slowInARow;
    private long claimedSinceFast;
    private boolean cameShort;
    private long frontCostNanos;
    private long lastFrontNanos;

    /** Whether a claim that got these jobs took suspiciously long. */
    static boolean isSlow(List<ClaimedJob> jobs, long costNanos) {
        return costNanos > SLOW_NANOS + jobs.size() * SLOW_NANOS_PER_JOB;
    }

    /** Whether the next claim starts at the front. */
    synchronized boolean fromFront(long nowNanos) {
        if (!slow || marks.isEmpty()) {
            return true;
        }
        long pause = cameShort
                ? Math.max(SHORTEST_PAUSE_WHEN_IDLE_NANOS, 15 * frontCostNanos)
                : Math.max(SHORTEST_PAUSE_NANOS, 20 * frontCostNanos);
        return nowNanos - lastFrontNanos >= Math.min(LONGEST_PAUSE_NANOS, pause);
    }

    /** The ranks known, in order, and where to start in each. */
    synchronized Map<Integer, Instant> marks() {
        return new TreeMap<>(marks);
    }

    /** A claim from the front took this long and got these jobs, in order. */
    synchronized void readFront(List<ClaimedJob> jobs, long costNanos, long nowNanos) {
        if (isSlow(jobs, costNanos)) {
            slowInARow++;
        } else {
            slowInARow = 0;
            claimedSinceFast = 0;
        }
        claimedSinceFast += jobs.size();
        slow = slowInARow >= SLOW_IN_A_ROW && claimedSinceFast >= CLAIMED_TO_BE_SLOW;
        frontCostNanos = costNanos;
        lastFrontNanos = nowNanos;
        cameShort = false;
        if (slow) {
            newest(jobs).forEach(marks::put);
        } else {
            marks.clear();
        }
    }

    /** A claim from the marks got these jobs, in order; perhaps fewer than it wanted. */
    synchronized void readMarked(List<ClaimedJob> jobs, int wanted) {
        cameShort = jobs.size() < wanted;
        claimedSinceFast += jobs.size();
        newest(jobs).forEach((rank, due) -> marks.merge(rank, due, (a, b) -> a.isAfter(b) ? a : b));
    }

    private static Map<Integer, Instant> newest(List<ClaimedJob> jobs) {
        Map<Integer, Instant> newest = new TreeMap<>();
        jobs.forEach(
                job -> newest.merge(~job.priority(), job.dueAt().minus(LATE_COMMITS), (a, b) -> a.isAfter(b) ? a : b));
        return newest;
    }

    /** Nothing is known any more, since a claim failed or the clock of the database may be another's. */
    synchronized void forget() {
        marks.clear();
        slow = false;
        slowInARow = 0;
        claimedSinceFast = 0;
    }
}
