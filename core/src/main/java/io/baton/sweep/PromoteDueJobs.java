package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobSignal;
import io.baton.job.JobSweeps;
import io.baton.job.JobSweeps.Promotion;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.function.Supplier;

/** Makes scheduled jobs ready when they are due, and announces their queues. */
record PromoteDueJobs(JobSweeps store, Transactions transactions, JobSignal signal, Supplier<Duration> pollInterval)
        implements SweepTask {

    private static final int PORTION = 1_000;
    private static final Duration UNTIL_UNLOCKED = Duration.ofMillis(50);

    @Override
    public Duration sweep() {
        Duration nextDue = transactions.single(store::nextDue).orElseGet(pollInterval);
        if (!nextDue.isZero()) {
            return shorter(nextDue);
        }
        Promotion promotion = transactions.run(() -> store.promoteDue(PORTION));
        promotion.readyJobs().forEach(signal::jobsAvailable);
        Duration next = promotion.nextDue();
        if (promotion.promoted() == 0 && next != null && next.isZero()) {
            // another session holds the rows that are due
            return UNTIL_UNLOCKED;
        }
        return next == null ? pollInterval.get() : shorter(next);
    }

    private Duration shorter(Duration nextDue) {
        Duration longest = pollInterval.get();
        return nextDue.compareTo(longest) < 0 ? nextDue : longest;
    }
}
