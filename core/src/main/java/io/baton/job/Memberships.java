package io.baton.job;

import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Tells of which batch a job is an item, and what was returned before it.
 *
 * @param byGroup returns the batch of a group; empty if it is no more
 * @param results reads the results of the steps before that of a group
 */
public record Memberships(LongFunction<Optional<Membership>> byGroup, StepResults results) {

    /** Where there are no batches. */
    public static final Memberships NONE = new Memberships(group -> Optional.empty(), StepResults.NONE);
}
