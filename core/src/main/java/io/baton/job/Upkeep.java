package io.baton.job;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reports how well the database cleans up behind the jobs. Queried on request of an operator only. */
@FunctionalInterface
public interface Upkeep {

    /** For a database that does not report it. */
    Upkeep UNKNOWN = Optional::empty;

    /** Returns a report, a few seconds old at most; empty if the database does not report it. Never fails. */
    Optional<UpkeepReport> report();

    /**
     * What slows claims down, and its cause.
     *
     * @param deadRows deleted rows of the job table that are not cleaned up yet
     * @param oldest the transaction that has kept the database from cleaning up longest; null if there is none
     */
    record UpkeepReport(long deadRows, @Nullable OldestTransaction oldest) {

        /**
         * A transaction that is open.
         *
         * @param name what the database calls it
         * @param age for how long
         * @param remedy how to end it
         */
        public record OldestTransaction(String name, Duration age, String remedy) {}
    }
}
