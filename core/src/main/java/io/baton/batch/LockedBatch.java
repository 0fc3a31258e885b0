package io.baton.batch;

import org.jspecify.annotations.Nullable;

/**
 * A batch whose row the transaction has locked.
 *
 * @param onComplete the job that waits for its end, if any
 * @param onDead the job that waits for its first dead item, if any and if there was none yet
 * @param parent the group of another batch whose item it is, if it is one
 * @param parentIndex the place in that group
 * @param stuck whether it was last reported as stuck to that batch
 * @param quiet whether it was not active for a minute
 * @param flow whether its groups are steps that wait for each other
 * @param cancelled whether it was cancelled
 */
public record LockedBatch(
        long id,
        boolean sealed,
        boolean complete,
        @Nullable Long onComplete,
        @Nullable Long onDead,
        @Nullable Long parent,
        int parentIndex,
        boolean stuck,
        boolean quiet,
        boolean flow,
        boolean cancelled) {

    /** Returns whether it is being removed, which takes several transactions for a large batch. */
    boolean abandoned() {
        return cancelled && !flow;
    }

    /** Returns the same, sealed. */
    LockedBatch withSeal() {
        return new LockedBatch(
                id, true, complete, onComplete, onDead, parent, parentIndex, stuck, quiet, flow, cancelled);
    }

    /** Returns the same without the job that waited for the first dead item, which was released. */
    LockedBatch withoutOnDead() {
        return new LockedBatch(
                id, sealed, complete, onComplete, null, parent, parentIndex, stuck, quiet, flow, cancelled);
    }
}
