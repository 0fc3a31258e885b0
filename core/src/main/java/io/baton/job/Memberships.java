package io.baton.job;

import java.util.Optional;

/** Tells of which batch a job is an item, and what was returned before it. */
@FunctionalInterface
public interface Memberships {

    /** Where there are no batches. */
    Memberships NONE = group -> Optional.empty();

    /** Returns the batch of a group; empty if it is no more. */
    Optional<Membership> of(long group);

    /** Returns what reads the results of the steps before that of a group. */
    default StepResults results() {
        return StepResults.NONE;
    }
}
