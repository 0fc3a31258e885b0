package io.baton.job;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a capability does when jobs that are tied to it leave a state. Runs in the transaction that changes the jobs, under the locks of their
 * rows; it must touch only rows that belong to these jobs, so that it waits for nobody.
 */
public interface TransitionStep {

    /** Returns the bits by which jobs are tied to the capability, of which one is enough; steps run in the order of their bits. */
    int tie();

    /** Follows the transition of these jobs, which are all tied to the capability; never none. */
    void follow(Transition transition, List<TiedJob> jobs);

    /** Returns those of the jobs that must not make this transition; asked before it, under the locks of their rows. */
    default Set<Long> refused(Transition transition, List<TiedJob> jobs) {
        return Set.of();
    }

    /** Jobs that are claimed are about to start, in the current transaction; returns which of them may, and which are somebody else's. */
    default Map<Fence, Settled> start(Collection<Fence> jobs) {
        return Map.of();
    }

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
