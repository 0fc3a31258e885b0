package io.baton.once;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import java.time.Duration;

/** Removes expired rows. */
public record PurgeOnce(OnceStore store, Transactions transactions) implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    @Override
    public Duration sweep() {
        return transactions.run(() -> store.purge(PORTION)) == PORTION ? Duration.ZERO : INTERVAL;
    }
}
