package io.baton.database;

import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/**
 * Removes old rows in portions, each in a transaction.
 *
 * @param portion removes up to the given number of rows; returns how many
 */
public record Purge(String name, Transactions transactions, IntUnaryOperator portion, Duration interval)
        implements SweepTask {

    private static final int PORTION = 1_000;

    @Override
    public Duration sweep() {
        return transactions.run(() -> portion.applyAsInt(PORTION)) == PORTION ? Duration.ZERO : interval;
    }
}
