package io.baton.batch;

import org.jspecify.annotations.Nullable;

/**
 * A batch whose row the transaction has locked.
 *
 * @param onComplete the job that waits for the end of the batch, if any
 * @param onDead the job that waits for the first dead item, if any; null after that job was released
 * @param parent the group of the outer batch, if the batch is an item of one
 * @param stuck whether the batch was last reported as stuck to the outer batch
 * @param quiet whether the batch was not active for a minute
 * @param flow whether the groups belong to steps that wait for each other
 * @param cancelled whether the batch was cancelled or, if it is no flow, is being removed
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

    /** Returns whether the batch is being removed, which takes several transactions for a large one. */
    boolean abandoned() {
        return cancelled && !flow;
    }

    LockedBatch withSeal() {
        return new LockedBatch(
                id, true, complete, onComplete, onDead, parent, parentIndex, stuck, quiet, flow, cancelled);
    }
}
