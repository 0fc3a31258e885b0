package io.baton.activity;

import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import java.time.Duration;

/** Writes once a minute what this node has run, if anything. */
public record KeepActivity(RunCounts counts, ActivityStore store, Transactions transactions) implements SweepTask {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int PORTION = 1_000;

    @Override
    public Duration sweep() {
        Activity activity = counts.take();
        if (activity.isNone()) {
            return MINUTE;
        }
        try {
            transactions.run(() -> {
                store.write(activity);
                return null;
            });
        } catch (RuntimeException e) {
            counts.giveBack(activity);
            throw e;
        }
        return transactions.run(() -> store.purge(PORTION)) == PORTION ? Duration.ZERO : MINUTE;
    }
}
