package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of a capability when jobs that are tied to it leave a state. Runs in the transaction that changes the jobs, under the locks of their
 * rows. It must lock only rows of these jobs, so that it never waits.
 */
public interface TransitionStep {

    /** Returns the bits that tie jobs to the capability, any of which is enough; steps run in the order of their bits. */
    int tie();

    /** Follows the transition of these jobs, which are all tied to the capability and not empty. */
    void follow(Transition transition, List<TiedJob> jobs);

    /** Returns those of the jobs that must not make this transition; called before it, under the locks of their rows. */
    default Set<Long> refused(Transition transition, List<TiedJob> jobs) {
        return Set.of();
    }

    /** Records in the current transaction that claimed jobs are about to start; returns the result for those of them that may not. */
    default Map<Fence, Settled> start(Collection<Fence> jobs) {
        return Map.of();
    }

    /** Returns the step for new jobs; null if jobs are not tied to the capability when they are stored. */
    default @Nullable InsertStep inserts() {
        return null;
    }

    /**
     * A job that is tied to a capability.
     *
     * @param result its result, if it completed and returned one
     */
    record TiedJob(long id, Ties ties, @Nullable String result) {}
}
