package io.baton.job;

import java.util.Optional;

/** How well the database cleans up behind the jobs. For people: asked when they ask, and at no other time. */
@FunctionalInterface
public interface Upkeep {

    /** For a database that cannot tell. */
    Upkeep UNTOLD = Optional::empty;

    /** What is known, a few seconds old at most; empty if the database does not say. Never fails. */
    Optional<UpkeepReport> report();
}
