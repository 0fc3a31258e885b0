package io.baton.batch;

import io.baton.job.Touched;
import java.util.List;

/** The groups of batches of whose items something became that their bits do not tell yet; and batches, which are named by their negated ids. */
public final class TouchedGroups extends Touched<Long> {

    /** The transaction under way changes what a batch waits for. */
    public void touchBatchAfterCommit(long batch) {
        touchAfterCommit(List.of(-batch));
    }
}
