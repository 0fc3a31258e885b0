package io.baton.batch;

import io.baton.job.ReadyJobs;
import java.util.Collection;
import java.util.Set;

/** Advances a flow when groups of its batch have ended. */
public interface Continuation {

    /** Releases one portion of the jobs that can start, or cancels one portion of a cancelled flow. */
    Progress advance(LockedBatch flow);

    /** Releases what can start since these groups have ended. Reads no more than that requires, however large the flow. */
    Progress advance(LockedBatch flow, Collection<Long> ended);

    /** Removes the results of the jobs of a group. */
    void forgetGroup(long group);

    /** Removes up to {@code most} results of these groups; returns whether none is left. */
    boolean forgetGroups(Collection<Long> groups, int most);

    /** Removes the order of steps of a flow whose batch is removed. */
    void forget(long batch);

    /**
     * The result of one portion.
     *
     * @param ready the queues with jobs that became ready
     * @param unfinished whether there is more to do
     * @param held whether another transaction has locked all that is left to do
     */
    record Progress(Set<ReadyJobs> ready, boolean unfinished, boolean held) {

        /** There was nothing to do. */
        public static final Progress NONE = new Progress(Set.of(), false, false);
    }
}
