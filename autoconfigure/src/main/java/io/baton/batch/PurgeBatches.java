package io.baton.batch;

import io.baton.database.Transactions;
import io.baton.job.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes batches that were kept long enough, in bounded portions. */
public final class PurgeBatches {

    private static final Logger log = LoggerFactory.getLogger(PurgeBatches.class);
    private static final int AT_ONCE = 100;
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final BatchStore store;
    private final JobStore jobs;
    private final Transactions transactions;
    private final @Nullable Duration completed;
    private final @Nullable Duration abandoned;

    /**
     * Creates the purge.
     *
     * @param completed how long batches are kept that are complete; for ever if null
     * @param abandoned how long batches are kept of which nothing becomes; for ever if null
     */
    public PurgeBatches(
            BatchStore store,
            JobStore jobs,
            Transactions transactions,
            @Nullable Duration completed,
            @Nullable Duration abandoned) {
        this.store = store;
        this.jobs = jobs;
        this.transactions = transactions;
        this.completed = completed;
        this.abandoned = abandoned;
    }

    /** Removes one portion; returns how long the next one can wait. */
    public Duration sweep() {
        boolean more = completed != null && purge(true, completed);
        more |= abandoned != null && purge(false, abandoned);
        return more ? Duration.ZERO : INTERVAL;
    }

    private boolean purge(boolean complete, Duration kept) {
        List<Long> expired = transactions.run(() -> store.expired(complete, kept, AT_ONCE));
        long removed = expired.stream().filter(this::remove).count();
        if (removed > 0 && !complete) {
            log.warn(
                    "Removed {} batches of which nothing had become for {}: they were never sealed, or some of their items never ended",
                    removed,
                    kept);
        }
        return removed == AT_ONCE;
    }

    /** What waits for it will never start. */
    private boolean remove(long batch) {
        try {
            return transactions.run(() -> store.lockFree(batch)
                    .map(locked -> {
                        List<Long> waiting = Stream.of(locked.onComplete(), locked.onDead())
                                .filter(Objects::nonNull)
                                .map(Objects::requireNonNull)
                                .toList();
                        if (!jobs.dismiss(waiting).busy().isEmpty()) {
                            throw new HeldJobException(waiting.get(0));
                        }
                        store.remove(batch);
                        return true;
                    })
                    .orElse(false));
        } catch (HeldJobException e) {
            return false;
        }
    }
}
