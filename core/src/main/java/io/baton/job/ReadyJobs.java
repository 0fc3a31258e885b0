package io.baton.job;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Ready jobs of a queue, and the places in its order where a claim may find them.
 *
 * @param priorities the priorities at the end of which jobs became ready
 * @param outOfTurn whether jobs, such as released ones, may be at any place; implies all priorities, and {@code priorities} is then empty
 * @param shares whether some of the jobs belong to shares of the queue
 */
public record ReadyJobs(String queue, Set<Integer> priorities, boolean outOfTurn, boolean shares) {

    /** The delay after the due time from which on a job that becomes ready may precede jobs that were already claimed. */
    public static final Duration LATE = Duration.ofSeconds(1);

    private static final int MOST_PRIORITIES = 16;

    /** Bounds the number of priorities. The queue may be a stored name with a share. */
    public ReadyJobs(String queue, Set<Integer> priorities, boolean outOfTurn) {
        this(ShareNames.queue(queue), priorities, outOfTurn, ShareNames.share(queue) != null);
    }

    /** Bounds the number of priorities. */
    public ReadyJobs {
        outOfTurn |= priorities.size() > MOST_PRIORITIES;
        priorities = outOfTurn ? Set.of() : Set.copyOf(priorities);
    }

    /** Creates ready jobs of a queue whose places are left out. */
    public static ReadyJobs of(String queue) {
        return new ReadyJobs(queue, Set.of(), false);
    }

    /** Creates an object for a job that becomes ready as soon as it is due. */
    public static ReadyJobs of(String queue, int priority) {
        return new ReadyJobs(queue, Set.of(priority), false);
    }

    /** Creates an object for jobs that keep an earlier place, or whose place is unknown. */
    public static ReadyJobs outOfTurn(String queue) {
        return new ReadyJobs(queue, Set.of(), true);
    }

    /** Returns these jobs at any places. */
    public ReadyJobs anywhere() {
        return new ReadyJobs(queue, Set.of(), true, shares);
    }

    /** Returns the union of both objects, which have the same queue. */
    public ReadyJobs and(ReadyJobs other) {
        if (outOfTurn || (!other.outOfTurn && priorities.containsAll(other.priorities))) {
            return shares || !other.shares ? this : new ReadyJobs(queue, priorities, outOfTurn, true);
        }
        Set<Integer> both = new HashSet<>(priorities);
        both.addAll(other.priorities);
        return new ReadyJobs(queue, both, other.outOfTurn, shares || other.shares);
    }
}
