package io.baton.job;

import java.util.Optional;

/** Tells of which batch a job is an item. */
@FunctionalInterface
public interface Memberships {

    /** Where there are no batches. */
    Memberships NONE = group -> Optional.empty();

    /** Returns the batch of a group; empty if it is no more. */
    Optional<Membership> of(long group);
}
