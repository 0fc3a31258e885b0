package io.baton.batch;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Locks batches and changes those that are locked. Each method runs in the transaction of its caller. */
public interface BatchLocks {

    /** Locks a batch until the transaction is over; empty if there is none. */
    Optional<LockedBatch> lock(long batch);

    /** Locks a batch; empty if there is none or another transaction has locked it. */
    Optional<LockedBatch> lockFree(long batch);

    /**
     * Locks a batch, and waits for the lock for a second or two. If that is not enough, the transaction cannot be used any more.
     *
     * @throws DataAccessException if the batch was not released in time
     */
    Optional<LockedBatch> lockWithTimeout(long batch);

    /** Returns a batch as the transaction sees it, without a lock. */
    Optional<LockedBatch> read(long batch);

    /** Seals a batch. */
    void seal(long batch);

    /** Sets the job that waits for the end of the batch, or none. */
    void onComplete(long batch, @Nullable Long job);

    /** Sets the job that waits for the first dead item of the batch, or none. */
    void onDead(long batch, @Nullable Long job);

    /** Stores whether the batch was last reported as stuck to the batch that it is an item of. */
    void stuck(long batch, boolean stuck);

    /** Completes a batch. */
    void complete(long batch);

    /** Marks a batch as active now, unless it is being removed. */
    void active(long batch);

    /** Writes the row of a locked batch where another server may have locked it as well, so that one of the two transactions fails when it commits. */
    void confirm(long batch);

    /** Cancels a batch. */
    void cancel(long batch);

    /** Marks a batch, which is locked and not complete, as being removed: it can neither complete nor be an item of another batch. */
    void abandon(long batch);
}
