package io.baton.database;

import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.function.IntUnaryOperator;

/** Removes old rows in portions, each in a transaction. A portion reads up to the given number of rows; it returns how many. */
public record Purge(String name, Transactions transactions, IntUnaryOperator portion, Duration interval)
        implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    @Override
    public Duration sweep() {
        return transactions.run(() -> portion.applyAsInt(PORTION)) >= PORTION ? BETWEEN_PORTIONS : interval;
    }
}
