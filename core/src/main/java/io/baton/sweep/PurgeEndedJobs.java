package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSweeps;
import io.baton.job.Retention;
import io.baton.job.WorkerStore;
import io.baton.loop.SweepTask;
import java.time.Duration;

/** Removes what has ended and was kept long enough, and the rows of workers that nobody refers to. */
record PurgeEndedJobs(JobSweeps store, WorkerStore workers, Transactions transactions, Retention retention)
        implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    @Override
    public Duration sweep() {
        int purged = transactions.run(() -> store.purge(retention, PORTION));
        if (purged >= PORTION) {
            return BETWEEN_PORTIONS;
        }
        transactions.run(() -> workers.forget(PORTION));
        return INTERVAL;
    }
}
