package io.baton.batch;

import io.baton.BatchStatus;

/** Seals a batch. */
record Sealing(BatchWork work, long batch) {

    BatchStatus seal() {
        try {
            return work.transaction().join(this::sealOnly, this::sealAndFold);
        } catch (HeldJobException e) {
            return work.transaction().join(this::sealOnly);
        }
    }

    private BatchStatus sealAndFold() {
        LockedBatch locked = locked();
        Folded folded = work.fold().fold(locked, work.store().notedGroups(batch));
        work.announce(batch, folded);
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
            work.store().seal(batch);
        }
        return locked.withSeal();
    }
}
