package io.baton.batch;

import io.baton.BatonException;
import io.baton.UnknownBatchException;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.JobInserts;
import io.baton.job.Keys;
import java.util.Optional;

/**
 * What the application's side of batches works with.
 *
 * @param fold on the connections of the application
 * @param transaction in which everything is done
 */
public record BatchWork(
        BatchReducer fold,
        JobInserts jobs,
        Enqueuer enqueuer,
        CallersTransaction transaction,
        SignalAfterCommit signal) {

    /** Returns the rows of batches. */
    public BatchRoles store() {
        return fold.store();
    }

    /** Locks a batch until the transaction is over. */
    public LockedBatch lock(long batch) {
        return known(batch, store().locks().lock(batch));
    }

    /** The same unless somebody else has locked it; then empty. So it is if there is no such batch, which {@link #look} tells. */
    Optional<LockedBatch> lockFree(long batch) {
        return store().locks().lockFree(batch).filter(found -> !found.abandoned());
    }

    /** Returns a batch as the transaction sees it, without a lock. */
    LockedBatch look(long batch) {
        return known(batch, store().locks().look(batch));
    }

    private static LockedBatch known(long batch, Optional<LockedBatch> found) {
        return found.filter(each -> !each.abandoned()).orElseThrow(() -> unknown(batch));
    }

    /** Returns how far a batch is. */
    public FoundBatch status(long batch) {
        return store().openings().status(batch).orElseThrow(() -> unknown(batch));
    }

    /** The batch is looked at after the commit. */
    public void lookAtAfterCommit(long batch) {
        fold.touched().lookAtAfterCommit(batch, store());
    }

    /** Wakes whoever runs what a fold has made ready, and lets go on what somebody holds. */
    void announce(long batch, Folded folded) {
        folded.ready().forEach(signal::announce);
        if (folded.held()) {
            fold.touched().touchBatchAfterCommit(batch);
        }
    }

    /** Returns how to say that there is no such batch. */
    public static UnknownBatchException unknown(long batch) {
        return new UnknownBatchException(
                "There is no batch " + batch
                        + ". Batches are removed after baton.batches.retention, or were never made if the transaction was rolled back;"
                        + " a transaction that is not READ COMMITTED does not see one that was opened since it began to read, and is to be repeated");
    }

    /**
     * Returns a key, if batches can have it.
     *
     * @throws BatonException if they cannot
     */
    public static String checkedKey(String key) {
        return Keys.checked("a batch", key);
    }
}
