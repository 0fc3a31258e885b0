package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.job.Unlocked;
import io.baton.job.WorkerStore;
import io.baton.loop.SweepTask;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes back claimed jobs that belong to no worker, as a person may have left them in the table, and notes which dead workers hold none. */
record UnlockStrays(WorkerStore workers, Transactions transactions, JobSignal signal) implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(UnlockStrays.class);
    private static final int PORTION = 500;
    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration BETWEEN_PORTIONS = Duration.ofMillis(50);

    @Override
    public Duration sweep() {
        transactions.run(() -> workers.release(PORTION));
        Unlocked unlocked = transactions.run(() -> workers.unlockStrays(PORTION));
        if (unlocked.jobs() > 0) {
            log.warn(
                    "Unlocked {} jobs that were claimed for workers without a row in baton_worker, or for dead ones that held nothing;"
                            + " somebody may have changed Baton's tables by hand",
                    unlocked.jobs());
        }
        unlocked.queues().forEach(queue -> signal.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        return unlocked.jobs() >= PORTION ? BETWEEN_PORTIONS : INTERVAL;
    }
}
