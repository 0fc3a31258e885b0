package io.baton.batch;

import io.baton.job.DirtySet;
import java.util.List;

/** The groups of batches of whose items something became that their bits do not tell yet; and batches, which are named by their negated ids. */
public final class TouchedGroups extends DirtySet<Long> {

    /** The batch is looked at after the commit, whoever hears of it: here at once, elsewhere when its note is found. */
    public void lookAtAfterCommit(long batch, BatchRoles store) {
        store.notes().note(batch);
        touchBatchAfterCommit(batch);
    }

    /** The transaction under way changes what a batch waits for. */
    void touchBatchAfterCommit(long batch) {
        touchAfterCommit(List.of(-batch));
    }
}
