package io.baton.batch;

import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes batches after their retention, in portions. Each is a transaction that locks the batch; the last one deletes its row. A complete batch or a
 * cancelled flow keeps its state meanwhile. Any other batch that is larger than a portion is first marked as being removed.
 *
 * @param completed the retention of complete batches; null keeps them for ever
 * @param abandoned the retention of batches that are not active; null keeps them for ever
 */
public record PurgeBatches(
        BatchReducer reducer,
        Transactions transactions,
        Ticker ticker,
        @Nullable Duration completed,
        @Nullable Duration abandoned)
        implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(PurgeBatches.class);
    private static final int AT_ONCE = 100;
    private static final int GROUPS = 200;
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    /** The longest time of one call, so that other tasks get their turn. */
    private static final Duration LONGEST = Duration.ofMillis(200);

    private enum Removed {
        NOTHING,
        PART,
        ALL
    }

    private BatchStore store() {
        return reducer.store();
    }

    @Override
    public Duration sweep() {
        long end = ticker.nanos() + LONGEST.toNanos();
        boolean more = completed != null && purge(true, completed, end);
        more |= abandoned != null && purge(false, abandoned, end);
        return more ? Duration.ZERO : INTERVAL;
    }

    /** Removes at least one portion. Returns whether there may be more. */
    private boolean purge(boolean complete, Duration kept, long end) {
        Iterator<Long> expired =
                transactions.run(() -> store().expired(complete, kept, AT_ONCE)).iterator();
        int seen = 0;
        int gone = 0;
        boolean inTime = true;
        Removed last = Removed.ALL;
        while (inTime && expired.hasNext()) {
            long batch = expired.next();
            seen++;
            do {
                last = removePortion(batch);
                inTime = ticker.nanos() - end < 0;
            } while (inTime && last == Removed.PART);
            gone += last == Removed.ALL ? 1 : 0;
        }
        if (gone > 0 && !complete) {
            log.warn(
                    "Removed {} batches that were not active for {}: they were never sealed, or some of their items never ended",
                    gone,
                    kept);
        }
        return last == Removed.PART || expired.hasNext() || (seen == AT_ONCE && gone > 0);
    }

    /** Skips a batch that another transaction has locked. */
    private Removed removePortion(long batch) {
        try {
            return transactions.run(
                    () -> store().lockFree(batch).map(this::removePortion).orElse(Removed.NOTHING));
        } catch (HeldJobException e) {
            return Removed.NOTHING;
        }
    }

    private Removed removePortion(LockedBatch batch) {
        if (!batch.complete() && !batch.abandoned() && isUsed(batch)) {
            return Removed.NOTHING;
        }
        if (batch.flow() && !batch.complete() && !batch.cancelled()) {
            // the flow is cancelled first, with its jobs that wait for a step
            store().cancel(batch.id());
            reducer.noteOnce(batch.id());
            return Removed.NOTHING;
        }
        List<Long> groups = store().groups(batch.id(), GROUPS);
        if (groups.size() == GROUPS && !batch.complete() && !batch.flow() && !batch.abandoned()) {
            dismiss(batch);
            store().abandon(batch.id());
        }
        if (batch.flow() && !reducer.continuation().forgetGroups(groups)) {
            return Removed.PART;
        }
        store().removeGroups(groups);
        if (groups.size() == GROUPS) {
            return Removed.PART;
        }
        dismiss(batch);
        if (batch.flow()) {
            reducer.continuation().forget(batch.id());
        }
        store().remove(batch.id());
        return Removed.ALL;
    }

    /** Returns whether the batch is still in use: an item was just added, or a job is due later, possibly in a year. */
    private boolean isUsed(LockedBatch batch) {
        if (!batch.quiet()) {
            return true;
        }
        boolean living = store().anyLiving(batch.id());
        if (living) {
            store().active(batch.id());
        }
        return living;
    }

    /** Removes the jobs that wait for the batch, because they can never start. */
    private void dismiss(LockedBatch batch) {
        List<Long> waiting = Stream.of(batch.onComplete(), batch.onDead())
                .flatMap(Stream::ofNullable)
                .toList();
        if (!reducer.jobs().dismiss(waiting).busy().isEmpty()) {
            throw new HeldJobException(waiting.get(0));
        }
    }
}
