package io.baton.testing.memory;

import io.baton.batch.GroupItems;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A group of a batch.
 *
 * @param open a bit for each item that has not ended; nobody changes it
 * @param dead a bit for each of those that has died; nobody changes it
 * @param ofJobs whether its items are jobs
 * @param step its place in a flow, if it has one
 * @param blocked 2 if its step waits for others, 1 while its jobs are released
 */
public record GroupRow(
        long id,
        long batch,
        int size,
        BitSet open,
        BitSet dead,
        int cancelled,
        boolean ofJobs,
        boolean shared,
        @Nullable Integer step,
        int blocked) {

    GroupRow(long id, long batch) {
        this(id, batch, 0, new BitSet(), new BitSet(), 0, false, false, null, 0);
    }

    GroupRow filled(int items, boolean jobs, boolean isShared) {
        BitSet all = new BitSet();
        all.set(0, items);
        return new GroupRow(id, batch, items, all, dead, cancelled, jobs, isShared, step, blocked);
    }

    GroupRow in(int itsStep, int isBlocked) {
        return new GroupRow(id, batch, size, open, dead, cancelled, ofJobs, shared, itsStep, isBlocked);
    }

    GroupRow blocked(int isBlocked) {
        return new GroupRow(id, batch, size, open, dead, cancelled, ofJobs, shared, step, isBlocked);
    }

    GroupRow with(GroupItems items) {
        return new GroupRow(
                id,
                batch,
                size,
                BitSet.valueOf(items.openBits()),
                BitSet.valueOf(items.deadBits()),
                items.cancelled(),
                ofJobs,
                shared,
                step,
                blocked);
    }

    /** Its items, which the caller may change. */
    public GroupItems items() {
        return new GroupItems(id, (BitSet) open.clone(), (BitSet) dead.clone(), cancelled);
    }

    public int remaining() {
        return open.cardinality();
    }

    public int deaths() {
        return dead.cardinality();
    }
}
