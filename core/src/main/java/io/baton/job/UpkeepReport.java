package io.baton.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What slows claims down, and its cause.
 *
 * @param deadRows deleted rows of the job table that are not cleaned up yet
 * @param oldest the transaction that has kept the database from cleaning up longest; null if there is none
 */
public record UpkeepReport(long deadRows, @Nullable OldestTransaction oldest) {

    /**
     * A transaction that is open.
     *
     * @param name what the database calls it
     * @param age for how long
     * @param remedy how to end it
     */
    public record OldestTransaction(String name, Duration age, String remedy) {}
}
