package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSweeps;
import io.baton.loop.SweepTask;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Removes what is known of failed attempts of jobs that are no more. */
final class ForgetAttempts implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration INTERVAL = Duration.ofMinutes(10);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    private final JobSweeps store;
    private final Transactions transactions;
    private @Nullable Long afterId;

    ForgetAttempts(JobSweeps store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    @Override
    public Duration sweep() {
        long after = afterId == null ? Long.MIN_VALUE : afterId;
        afterId = transactions.run(() -> store.forgetAttempts(after, PORTION));
        return afterId == null ? INTERVAL : BETWEEN_PORTIONS;
    }
}
