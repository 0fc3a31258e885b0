package io.baton.job.jdbc;

import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Remembers by rank how far a queue has been claimed. While an open transaction keeps the database from cleaning up, a claim from the front reads all
 * rows that were claimed since then. Claims then start at marks instead: a little before the newest claimed job or, now and then, far enough before
 * it for late commits. Claims from the front find jobs before the marks or of ranks without one: soon where jobs are expected, such as those of a
 * long transaction, and otherwise within ten seconds. The monitor of the object guards it.
 */
final class ClaimCursor {

    private static final long SLOW_NANOS = 2_500_000;
    private static final long SLOW_NANOS_PER_JOB = 10_000;
    /** A single slow claim may only mean a busy machine, and there are no dead rows to skip unless many were claimed. */
    private static final int SLOW_IN_A_ROW = 3;

    private static final int CLAIMED_TO_BE_SLOW = 5_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
    /** With this factor, so few claims start at the front that fewer than one job in a hundred waits for such a claim. */
    private static final long PAUSE_PER_COST = 200;
    /** With this factor, four fifths of the time is for cheap claims, however many jobs are announced. */
    private static final long PAUSE_PER_COST_WHEN_WANTED = 4;

    /** Nearly all jobs are committed this soon after their insert. Claims read the dead rows of all jobs claimed since then, so it is short. */
    private static final Duration USUAL_COMMITS = Duration.ofMillis(100);

    private static final Duration LATE_COMMITS = Duration.ofSeconds(2);
    private static final long PAUSE_BETWEEN_WIDE_READS_NANOS = 100_000_000;
    /** The maximum number of marks, since every claim probes each mark. */
    private static final int MOST_MARKS = 100;

    private static final int ALL = Integer.MAX_VALUE;
    private static final long NOTHING = Long.MAX_VALUE;

    /** The due time of the newest claimed job of each rank. */
    private final TreeMap<Integer, Instant> marks = new TreeMap<>();
    /** The lowest rank of expected jobs that claims from the marks do not find. */
    private long expectedFrom = NOTHING;

    private boolean slow;
    private int slowInARow;
    private long claimedSinceFast;
    /** The last rank of the last claim if it got all the jobs it wanted; otherwise all ranks. */
    private int reached = ALL;

    private long frontCostNanos;
    private long lastFrontNanos;
    private long lastWideNanos;
    private boolean wide;
    private boolean wideIsOwed;

    /** Returns whether a claim that got these jobs was slower than a healthy one. */
    static boolean isSlow(List<ClaimedJob> jobs, long costNanos) {
        return costNanos > SLOW_NANOS + jobs.size() * SLOW_NANOS_PER_JOB;
    }

    /** Records expected jobs. A job that claims from the marks find needs no read from the front. */
    synchronized void expect(ReadyJobs ready) {
        if (onMarks()) {
            wideIsOwed = true;
            expectedFrom = Math.min(expectedFrom, ready.outOfTurn() ? Integer.MIN_VALUE : firstWithoutMark(ready));
        }
    }

    private long firstWithoutMark(ReadyJobs ready) {
        return ready.priorities().stream()
                .mapToLong(priority -> ~priority)
                .filter(rank -> !marks.containsKey((int) rank))
                .min()
                .orElse(NOTHING);
    }

    /** Returns whether the next claim starts at the front. */
    synchronized boolean fromFront(long nowNanos) {
        return !onMarks() || nowNanos - lastFrontNanos >= pause();
    }

    /** Returns how long until claims have read every place where jobs are expected; empty if they have. */
    synchronized Optional<Duration> untilChecked(long nowNanos) {
        Optional<Duration> untilWide = onMarks() && wideIsOwed
                ? wait(lastWideNanos + PAUSE_BETWEEN_WIDE_READS_NANOS, nowNanos)
                : Optional.empty();
        return Stream.of(untilFront(nowNanos), untilWide)
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /** Returns how long until a claim starts at the front because jobs are expected there; empty if none are. */
    synchronized Optional<Duration> untilFront(long nowNanos) {
        return onMarks() && isFrontWanted() ? wait(lastFrontNanos + pause(), nowNanos) : Optional.empty();
    }

    private static Optional<Duration> wait(long end, long nowNanos) {
        return Optional.of(Duration.ofNanos(Math.max(0, end - nowNanos)));
    }

    /** Returns whether most claims start at the marks. */
    synchronized boolean onMarks() {
        return slow && !marks.isEmpty();
    }

    /** Returns whether a claim from the front would find expected jobs: not while claims get enough jobs of higher priority. */
    private boolean isFrontWanted() {
        return expectedFrom <= reached;
    }

    private long pause() {
        long perCost = isFrontWanted() ? PAUSE_PER_COST_WHEN_WANTED : PAUSE_PER_COST;
        return Math.min(LONGEST_PAUSE_NANOS, perCost * frontCostNanos);
    }

    /** Returns the known ranks in order, each with the due time of its newest claimed job. */
    synchronized Map<Integer, Instant> marks() {
        return new TreeMap<>(marks);
    }

    /** Returns how far before the marks the next claim starts. */
    synchronized Duration margin(long nowNanos) {
        wide = nowNanos - lastWideNanos >= PAUSE_BETWEEN_WIDE_READS_NANOS;
        if (wide) {
            lastWideNanos = nowNanos;
        }
        return wide ? LATE_COMMITS : USUAL_COMMITS;
    }

    /** Records a claim from the front: its jobs and how long it took. */
    synchronized void readFront(List<ClaimedJob> jobs, int wanted, long costNanos, long nowNanos) {
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
        lastWideNanos = nowNanos;
        wideIsOwed &= jobs.size() == wanted;
        if (slow) {
            readThrough(jobs, wanted);
        } else {
            leaveMarks();
        }
    }

    /** Raises the marks after a claim from the front: all ranks before the last are claimed completely; the last one may have later jobs. */
    private void readThrough(List<ClaimedJob> jobs, int wanted) {
        reached = reached(jobs, wanted);
        raise(jobs);
        Instant newest = newestOf(jobs).get(reached);
        if (newest != null) {
            marks.put(reached, newest);
        }
        if (expectedFrom <= reached) {
            expectedFrom = reached == ALL ? NOTHING : reached + 1L;
        }
    }

    /** Records the jobs of a claim from the marks. */
    synchronized void readMarked(List<ClaimedJob> jobs, int wanted) {
        reached = reached(jobs, wanted);
        wideIsOwed &= !(wide && jobs.size() < wanted);
        claimedSinceFast += jobs.size();
        raise(jobs);
    }

    private static int reached(List<ClaimedJob> jobs, int wanted) {
        return jobs.size() < wanted
                ? ALL
                : jobs.stream().mapToInt(job -> ~job.priority()).max().orElse(ALL);
    }

    private void leaveMarks() {
        marks.clear();
        expectedFrom = NOTHING;
        wideIsOwed = false;
    }

    /** Forgets all marks, since a claim failed or the clock of the database may have changed. */
    synchronized void forget() {
        leaveMarks();
        slow = false;
        slowInARow = 0;
        claimedSinceFast = 0;
    }

    /** Raises the marks to these claimed jobs. If there are too many marks, drops the ones with the oldest due times. */
    private void raise(List<ClaimedJob> jobs) {
        newestOf(jobs).forEach((rank, due) -> marks.merge(rank, due, ClaimCursor::later));
        if (marks.size() > MOST_MARKS) {
            marks.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .limit(marks.size() - MOST_MARKS)
                    .map(Map.Entry::getKey)
                    .toList()
                    .forEach(marks::remove);
        }
    }

    private static Map<Integer, Instant> newestOf(List<ClaimedJob> jobs) {
        Map<Integer, Instant> result = new TreeMap<>();
        jobs.forEach(job -> result.merge(~job.priority(), job.dueAt(), ClaimCursor::later));
        return result;
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
