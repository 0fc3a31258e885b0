package io.baton.batch;

import io.baton.BatchStatus;
import java.util.List;

/** Seals a batch. */
record Sealing(BatchWork work, long batch) {

    /** What was noted of others is left to whoever folds. */
    private static final int GROUPS_AT_ONCE = 100;

    BatchStatus seal() {
        try {
            return work.transaction().join(this::sealOnly, this::sealAndFold);
        } catch (HeldJobException e) {
            return work.transaction().join(this::sealOnly);
        }
    }

    private BatchStatus sealAndFold() {
        LockedBatch locked = locked();
        List<Long> noted = work.store().notes().notedGroups(batch, GROUPS_AT_ONCE);
        Folded folded = work.fold().fold(locked, noted);
        work.announce(batch, folded);
        if (noted.size() > GROUPS_AT_ONCE) {
            work.lookAtAfterCommit(batch);
        }
        return work.status(batch).completed(folded.completed());
    }

    /** A transaction of the caller's may see groups as they were before it got the lock: whether the batch is complete is found out later. */
    private BatchStatus sealOnly() {
        if (!locked().complete()) {
            work.lookAtAfterCommit(batch);
        }
        return work.status(batch);
    }

    private LockedBatch locked() {
        LockedBatch locked = work.lock(batch);
        if (!locked.sealed()) {
            work.store().locks().seal(batch);
        }
        return locked.withSeal();
    }
}
