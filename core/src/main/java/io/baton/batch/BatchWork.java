package io.baton.batch;

import io.baton.UnknownBatchException;
import io.baton.batch.BatchReducer.Folded;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobInserts;
import io.baton.job.Keys;
import java.util.Optional;

/** The collaborators of {@code Batches} and {@code Flows} on the application's side. */
public record BatchWork(
        BatchReducer reducer,
        JobInserts jobs,
        Enqueuer enqueuer,
        CallersTransaction transaction,
        SignalAfterCommit signal) {

    public BatchStore store() {
        return reducer.store();
    }

    public LockedBatch lock(long batch) {
        return known(batch, store().lock(batch));
    }

    /** Locks a batch; returns empty if another transaction has locked it, or if it does not exist, for which {@link #read} throws. */
    Optional<LockedBatch> lockFree(long batch) {
        return store().lockFree(batch).filter(found -> !found.abandoned());
    }

    /** Returns a batch as the transaction sees it, without a lock. */
    LockedBatch read(long batch) {
        return known(batch, store().read(batch));
    }

    private static LockedBatch known(long batch, Optional<LockedBatch> found) {
        return found.filter(each -> !each.abandoned()).orElseThrow(() -> unknown(batch));
    }

    public FoundBatch status(long batch) {
        return store().status(batch).orElseThrow(() -> unknown(batch));
    }

    /** Arranges a fold of the batch after the commit: at once by this node, or later by any node that finds the acknowledgement. */
    public void foldAfterCommit(long batch) {
        store().note(batch);
        reducer.markBatch(batch);
    }

    /** Announces the jobs that a fold made ready, and marks the batch if the fold must be repeated. */
    void announce(long batch, Folded folded) {
        folded.ready().forEach(signal::announce);
        if (folded.held()) {
            reducer.markBatch(batch);
        }
    }

    public static UnknownBatchException unknown(long batch) {
        return new UnknownBatchException(
                "There is no batch " + batch
                        + ". Batches are removed after baton.batches.retention, or were never made if the transaction was rolled back;"
                        + " a transaction that is not READ COMMITTED does not see one that was opened since it began to read, and is to be repeated");
    }

    public static String checkedKey(String key) {
        return Keys.checked("a batch", key);
    }
}
