package io.baton.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Locks batches and changes those that are locked. Each method runs in the transaction that its caller opened. */
public interface BatchLocks {

    /** Locks a batch until the transaction is over; empty if there is none. */
    Optional<LockedBatch> lock(long batch);

    /** Locks a batch unless another transaction has locked it; then empty as well. */
    Optional<LockedBatch> lockFree(long batch);

    /**
     * Locks a batch, and waits for its turn for a second or two. The transaction is lost if that is not enough.
     *
     * @throws DataAccessException if the batch was not released in time
     */
    Optional<LockedBatch> lockSoon(long batch);

    /** Returns a batch as the transaction sees it, without a lock. */
    Optional<LockedBatch> look(long batch);

    /** Seals a batch. */
    void seal(long batch);

    /** A job waits for the end of the batch, or none any more. */
    void onComplete(long batch, @Nullable Long job);

    /** A job waits for the first dead item of the batch, or none any more. */
    void onDead(long batch, @Nullable Long job);

    /** The batch whose item this one is was told that nothing of this one goes on, or that something does. */
    void stuck(long batch, boolean stuck);

    /** The batch is complete. */
    void complete(long batch);

    /** Something became of the batch; of one that is being removed, nothing does any more. */
    void active(long batch);

    /** Cancels a batch. */
    void cancel(long batch);

    /** A batch that is locked, and never came to its end, is being removed: it is never complete, and no item of another batch any more. */
    void abandon(long batch);
}
