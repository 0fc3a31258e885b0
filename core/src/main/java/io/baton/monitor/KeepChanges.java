package io.baton.monitor;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import java.time.Duration;

/** Writes what operators change, and removes what is too old. */
public record KeepChanges(ChangeStore store, Transactions transactions) implements SweepTask {

    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final int PORTION = 1_000;

    /** Writes a change. */
    public void note(Change change) {
        transactions.run(() -> {
            store.write(change);
            return null;
        });
    }

    @Override
    public Duration sweep() {
        return transactions.run(() -> store.purge(PORTION)) == PORTION ? Duration.ZERO : INTERVAL;
    }
}
