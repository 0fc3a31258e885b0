package io.baton.job;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Ready jobs of a queue, and where a claim may find them.
 *
 * @param priorities of jobs behind the others of their priority
 * @param outOfTurn whether some may be at any place, such as released ones; implies all priorities, which are then left out
 */
public record ReadyJobs(String queue, Set<Integer> priorities, boolean outOfTurn) {

    /** A job that became ready this long after its due time may be before others that were claimed. */
    public static final Duration LATE = Duration.ofSeconds(1);

    private static final int MOST_PRIORITIES = 16;

    /** Bounds the number of priorities. */
    public ReadyJobs {
        outOfTurn |= priorities.size() > MOST_PRIORITIES;
        priorities = outOfTurn ? Set.of() : Set.copyOf(priorities);
    }

    /** Creates ready jobs of a queue, without their places. */
    public static ReadyJobs of(String queue) {
        return new ReadyJobs(queue, Set.of(), false);
    }

    /** Creates a job that is ready as soon as it is due. */
    public static ReadyJobs of(String queue, int priority) {
        return new ReadyJobs(queue, Set.of(priority), false);
    }

    /** Creates jobs that keep an earlier place, or whose place is unknown. */
    public static ReadyJobs outOfTurn(String queue) {
        return new ReadyJobs(queue, Set.of(), true);
    }

    /** Returns these with a job of this priority. */
    public ReadyJobs and(int priority) {
        return outOfTurn || priorities.contains(priority) ? this : and(of(queue, priority));
    }

    /** Returns the union of both, for the same queue. */
    public ReadyJobs and(ReadyJobs other) {
        if (outOfTurn || (!other.outOfTurn && priorities.containsAll(other.priorities))) {
            return this;
        }
        Set<Integer> both = new HashSet<>(priorities);
        both.addAll(other.priorities);
        return new ReadyJobs(queue, both, other.outOfTurn);
    }
}
