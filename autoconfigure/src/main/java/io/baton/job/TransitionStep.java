package io.baton.job;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a capability does when jobs that are tied to it leave a state. Runs in the transaction that changes the jobs, under the locks of their
 * rows; it must touch only rows that belong to these jobs, so that it waits for nobody.
 */
public interface TransitionStep {

    /** Returns the bit by which jobs are tied to the capability; steps run in the order of their bits. */
    int tie();

    /** Follows the transition of these jobs, which are all tied to the capability; never none. */
    void follow(Transition transition, List<TiedJob> jobs);

    /** Returns what it keeps of jobs from the moment they are stored; null if jobs are not tied to it when they are stored. */
    default @Nullable InsertStep inserts() {
        return null;
    }

    /**
     * A job that is tied to a capability.
     *
     * @param result what it came to, if it completed and returned something
     */
    record TiedJob(long id, Ties ties, @Nullable String result) {}
}
