package io.baton.unique;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import java.time.Duration;

/**
 * Removes expired keys, and keys that a settlement left because an enqueue had locked them. Reads all keys in short portions, so that a pass takes
 * only minutes, less than the time to the next restart of the node. One thread calls it.
 */
public final class SweepKeys implements SweepTask {

    private static final int PORTION = 500;
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(100);
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final UniqueKeys keys;
    private final Transactions transactions;
    private String after = "";

    public SweepKeys(UniqueKeys keys, Transactions transactions) {
        this.keys = keys;
        this.transactions = transactions;
    }

    @Override
    public Duration sweep() {
        if (transactions.run(() -> keys.purge(PORTION)) == PORTION) {
            return Duration.ZERO;
        }
        String from = after;
        after = transactions.run(() -> keys.removeForgotten(from, PORTION)).orElse("");
        return after.isEmpty() ? INTERVAL : BETWEEN_PORTIONS;
    }
}
