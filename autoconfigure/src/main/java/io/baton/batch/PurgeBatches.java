package io.baton.batch;

import io.baton.database.Transactions;
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
    private final Fold fold;
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
            Fold fold, Transactions transactions, @Nullable Duration completed, @Nullable Duration abandoned) {
        this.store = fold.store();
        this.fold = fold;
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

    private boolean remove(long batch) {
        try {
            LockedBatch found = transactions.run(
                    () -> store.lockFree(batch).map(this::removeUnlessFlow).orElse(null));
            return found != null && (!found.flow() || isToBeCancelled(found) || removeFlow(found));
        } catch (HeldJobException e) {
            return false;
        }
    }

    /** Jobs that wait for a step are cancelled first. */
    private static boolean isToBeCancelled(LockedBatch flow) {
        return !flow.complete() && !flow.cancelled();
    }

    /** Returns null for one that is still used: its jobs may be due in a year, or somebody has just added to it. */
    private @Nullable LockedBatch removeUnlessFlow(LockedBatch batch) {
        if (!batch.complete() && !batch.quiet()) {
            return null;
        }
        if (!batch.complete() && store.anyLiving(batch.id())) {
            store.active(batch.id());
            return null;
        }
        if (!batch.flow()) {
            remove(batch);
        } else if (isToBeCancelled(batch)) {
            store.cancel(batch.id());
            fold.noteOnce(batch.id());
        }
        return batch;
    }

    /** What was returned is removed in portions. */
    private boolean removeFlow(LockedBatch flow) {
        transactions
                .run(() -> store.groups(flow.id()))
                .forEach(group -> transactions.run(() -> {
                    fold.continuation().forgetGroup(group);
                    return group;
                }));
        return transactions.run(() -> store.lockFree(flow.id())
                .map(locked -> {
                    fold.continuation().forget(flow.id());
                    remove(locked);
                    return true;
                })
                .orElse(false));
    }

    /** What waits for it will never start. */
    private void remove(LockedBatch batch) {
        List<Long> waiting = Stream.of(batch.onComplete(), batch.onDead())
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        if (!fold.jobs().dismiss(waiting).busy().isEmpty()) {
            throw new HeldJobException(waiting.get(0));
        }
        store.remove(batch.id());
    }
}
