package io.baton.worker.call;

import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;

/** Writes checkpoints; waits for a locked row, but not for ever. */
final class Checkpoints {

    static final int LOOKS_AT_BUSY_ROW = 250;
    private static final long BETWEEN_LOOKS_NANOS = 20_000_000;

    private Checkpoints() {}

    /**
     * Writes a checkpoint; returns whether the caller still holds the job.
     *
     * @param looks the number of attempts on a locked row
     * @param pause waits for so many nanoseconds
     */
    static boolean save(Fence fence, Supplier<Settled> write, int looks, LongConsumer pause) {
        for (int look = 1; ; look++) {
            Settled settled = once(fence, write);
            if (settled != Settled.BUSY) {
                return settled == Settled.DONE;
            }
            if (look >= looks || Thread.currentThread().isInterrupted()) {
                throw new CheckpointFailedException(fence.id(), "another session locks the job's row");
            }
            pause.accept(BETWEEN_LOOKS_NANOS);
        }
    }

    private static Settled once(Fence fence, Supplier<Settled> write) {
        try {
            return write.get();
        } catch (DataIntegrityViolationException e) {
            throw CheckpointFailedException.refused(fence.id(), e);
        } catch (TransientDataAccessException
                | RecoverableDataAccessException
                | NonTransientDataAccessResourceException
                | TransactionException e) {
            throw new CheckpointFailedException(fence.id(), "the database did not take it", e);
        }
    }
}
