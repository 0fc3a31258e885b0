package io.baton.batch;

import io.baton.job.ReadyJobs;
import java.util.Collection;
import java.util.Set;

/** What goes on when groups of a flow's batch have ended. */
public interface Continuation {

    /** Lets start what waited for what has ended, or ends what was cancelled, a portion of it. */
    Progress goOn(LockedBatch flow);

    /** The same of what can start since these groups have ended: reads no more than that takes, however large the flow. */
    Progress goOn(LockedBatch flow, Collection<Long> ended);

    /** Removes what the jobs of a group have returned. */
    void forgetGroup(long group);

    /** The same of several groups, up to so many results; returns whether none is left. */
    boolean forgetGroups(Collection<Long> groups, int most);

    /** Removes what is kept of a flow's batch, which is removed. */
    void forget(long batch);

    /**
     * What has gone on.
     *
     * @param ready the jobs that can start by now
     * @param unfinished whether there is more to do
     * @param held whether somebody holds all that is left to do
     */
    record Progress(Set<ReadyJobs> ready, boolean unfinished, boolean held) {

        /** There was nothing to do. */
        public static final Progress NONE = new Progress(Set.of(), false, false);
    }
}
