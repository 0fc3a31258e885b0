package io.baton.job;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports how well the database removes deleted rows of jobs. It is queried only on an operator's request. */
@FunctionalInterface
public interface Upkeep {

    /** The instance for a database that reports nothing. */
    Upkeep UNKNOWN = Optional::empty;

    /** Returns a report that is at most a few seconds old; empty if the database has none. Never fails. */
    Optional<UpkeepReport> report();

    /**
     * The state that slows claims down, and its cause.
     *
     * @param deadRows deleted rows of the job table that are not cleaned up yet
     * @param oldest the transaction that has kept the database from cleaning up longest; null if there is none
     */
    record UpkeepReport(long deadRows, @Nullable OldestTransaction oldest) {

        /** A transaction that is open, for how long, and how an operator ends it. */
        public record OldestTransaction(String name, Duration age, String remedy) {}
    }
}
