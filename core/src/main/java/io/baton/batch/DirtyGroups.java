package io.baton.batch;

import io.baton.job.DirtySet;
import java.util.List;

/** The groups of batches that have notes which are not folded yet; and batches, by their negated ids. */
public final class DirtyGroups extends DirtySet<Long> {

    /** Has the batch folded after the commit: on this node at once, on another node when it finds the note. */
    public void foldAfterCommit(long batch, BatchRoles store) {
        store.notes().note(batch);
        markBatchAfterCommit(batch);
    }

    /** Marks a batch after the commit of the current transaction, which changes what the batch waits for. */
    void markBatchAfterCommit(long batch) {
        markAfterCommit(List.of(-batch));
    }
}
