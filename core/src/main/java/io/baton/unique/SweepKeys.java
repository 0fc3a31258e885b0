package io.baton.unique;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import java.time.Duration;

/**
 * Removes keys whose time is over, and those that a settlement left since an enqueue held them. It goes through all keys in short portions one soon after
 * the other: a walk is over in minutes, so that the next start of the node does not end it before. Called by one thread.
 */
public final class SweepKeys implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(100);
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final UniqueStore keys;
    private final Transactions transactions;
    private String after = "";

    /** Creates the task. */
    public SweepKeys(UniqueStore keys, Transactions transactions) {
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
