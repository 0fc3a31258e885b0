package io.baton.job;

import java.util.Optional;

/** Reports how well the database cleans up behind the jobs. Queried on request of an operator only. */
@FunctionalInterface
public interface Upkeep {

    /** For a database that does not report it. */
    Upkeep UNKNOWN = Optional::empty;

    /** Returns a report, a few seconds old at most; empty if the database does not report it. Never fails. */
    Optional<UpkeepReport> report();
}
