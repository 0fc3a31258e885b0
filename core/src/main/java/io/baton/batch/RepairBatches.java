package io.baton.batch;

import io.baton.batch.BatchStore.Ack;
import io.baton.batch.GroupItems.AckKind;
import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repairs, in bounded portions, batches whose jobs a manual change removed, or whose fold a crash prevented. Used by one thread at a time. */
public final class RepairBatches implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(RepairBatches.class);
    private static final Duration IDLE = Duration.ofMinutes(10);
    private static final Duration INTERVAL = Duration.ofMinutes(10);
    private static final Duration BETWEEN_PORTIONS = Duration.ofSeconds(1);

    private final BatchStore store;
    private final Transactions transactions;
    private final DirtySet<Long> dirty;
    private long batch;
    private long group;

    public RepairBatches(BatchStore store, Transactions transactions, DirtySet<Long> dirty) {
        this.store = store;
        this.transactions = transactions;
        this.dirty = dirty;
    }

    @Override
    public Duration sweep() {
        List<Long> groups = batch == 0 ? List.of() : transactions.run(() -> store.openJobGroups(batch, group, 1));
        if (!groups.isEmpty()) {
            group = groups.get(0);
            repair();
            return BETWEEN_PORTIONS;
        }
        List<Long> next = transactions.run(() -> store.idle(batch, IDLE, 1));
        batch = next.isEmpty() ? 0 : next.get(0);
        group = 0;
        // all items of the batch may have ended without a fold that completed it
        dirty.hinted(next.stream().map(each -> -each).toList());
        return batch == 0 ? INTERVAL : BETWEEN_PORTIONS;
    }

    private void repair() {
        int missing = transactions.run(() -> store.lockFree(batch).isPresent() ? noteMissing() : 0);
        if (missing > 0) {
            log.warn(
                    "Batch {} had {} items whose jobs do not exist any more; they count as cancelled. Baton's tables may have been changed manually",
                    batch,
                    missing);
        }
    }

    /** Reads the jobs before the acknowledgements: a missing job has its acknowledgement by then, or will never have one. */
    private int noteMissing() {
        BitSet there = store.jobs(group);
        List<Ack> acks = store.acks(List.of(group));
        GroupItems items = store.items(List.of(group)).get(group);
        if (items == null) {
            return 0;
        }
        acks.forEach(ack -> items.apply(ack.kind(), ack.items()));
        items.finish();
        List<Integer> gone =
                items.alive().stream().filter(item -> !there.get(item)).toList();
        if (!gone.isEmpty()) {
            store.append(AckKind.CANCELLED, group, gone);
            dirty.markAfterCommit(List.of(group));
        }
        return gone.size();
    }
}
