package io.baton.job;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Jobs of a queue are ready, and where in it a claim may find them.
 *
 * @param priorities of those that took their place in turn, behind the others of their priority
 * @param outOfTurn whether some may stand at any place, such as those that were put back; says more than any priorities, which are left out
 *     then
 */
public record ReadyJobs(String queue, Set<Integer> priorities, boolean outOfTurn) {

    /** Who became ready so long after being due may stand before others that were claimed. */
    public static final Duration LATE = Duration.ofSeconds(1);

    private static final int MOST_PRIORITIES = 16;

    /** However many priorities are named, it stays small. */
    public ReadyJobs {
        outOfTurn |= priorities.size() > MOST_PRIORITIES;
        priorities = outOfTurn ? Set.of() : Set.copyOf(priorities);
    }

    /** Of a queue of which no more is known than that it has ready jobs. */
    public static ReadyJobs of(String queue) {
        return new ReadyJobs(queue, Set.of(), false);
    }

    /** Of a job that is ready as soon as it is due. */
    public static ReadyJobs of(String queue, int priority) {
        return new ReadyJobs(queue, Set.of(priority), false);
    }

    /** Of jobs that keep an earlier place, or of which nobody knows where they stand. */
    public static ReadyJobs outOfTurn(String queue) {
        return new ReadyJobs(queue, Set.of(), true);
    }

    /** Of this queue for those and this one. */
    public ReadyJobs and(int priority) {
        return outOfTurn || priorities.contains(priority) ? this : and(of(queue, priority));
    }

    /** What both say of the same queue. */
    public ReadyJobs and(ReadyJobs other) {
        if (outOfTurn || (!other.outOfTurn && priorities.containsAll(other.priorities))) {
            return this;
        }
        Set<Integer> both = new HashSet<>(priorities);
        both.addAll(other.priorities);
        return new ReadyJobs(queue, both, other.outOfTurn);
    }
}
