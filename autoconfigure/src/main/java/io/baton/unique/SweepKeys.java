package io.baton.unique;

import io.baton.database.Transactions;
import java.time.Duration;

/** Removes keys whose time is over, and those that a settlement left since an enqueue held them. Called by one thread. */
public final class SweepKeys {

    private static final int PORTION = 1_000;
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final UniqueStore keys;
    private final Transactions transactions;
    private String after = "";

    /** Creates the task. */
    public SweepKeys(UniqueStore keys, Transactions transactions) {
        this.keys = keys;
        this.transactions = transactions;
    }

    /** Removes one portion of each; returns how long the next can wait. */
    public Duration sweep() {
        boolean more = transactions.run(() -> keys.purge(PORTION)) == PORTION;
        after = transactions.run(() -> keys.removeForgotten(after, PORTION)).orElse("");
        return more ? Duration.ZERO : INTERVAL;
    }
}
