package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.RunOutcome;
import io.baton.database.StorableText;
import io.baton.job.Fence;
import io.baton.job.JobSettlements.Progress;
import io.baton.job.Settled;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.run.ActiveRun.JobResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.TransactionException;

/**
 * Writes checkpoints and progress of running handlers, fenced, and apart from any transaction of theirs: checkpoints at once, progress now and then.
 * If the row is locked, progress waits for the next turn, and a checkpoint fails after a while.
 */
public final class ProgressWriter implements Step {

    private static final Logger log = LoggerFactory.getLogger(ProgressWriter.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int MOST_AT_ONCE = 500;
    static final int TRIES_ON_BUSY_ROW = 250;
    static final long POLL_NANOS = 20_000_000;

    private final Engine engine;
    private final int maxSize;
    private final LongConsumer pause;
    private final Map<Fence, Progress> unwritten = new ConcurrentHashMap<>();

    public ProgressWriter(Engine engine, int maxSize, LongConsumer pauseNanos) {
        this.engine = engine;
        this.maxSize = maxSize;
        this.pause = pauseNanos;
    }

    /** Records the progress of a job; only the last between two turns is written. */
    void progress(Fence fence, double fraction, String note) {
        unwritten.put(fence, new Progress(fraction, note));
    }

    @Override
    public Duration turn() {
        Map<Fence, Progress> batch = new HashMap<>();
        unwritten.entrySet().stream().limit(MOST_AT_ONCE).forEach(each -> batch.put(each.getKey(), each.getValue()));
        if (!batch.isEmpty()) {
            engine.ofHandlers()
                    .run(() -> engine.settlements().saveProgress(batch))
                    .forEach((fence, settled) -> {
                        if (settled != Settled.BUSY) {
                            unwritten.remove(fence, batch.get(fence));
                        }
                    });
        }
        return INTERVAL;
    }

    /** Forgets the progress of these jobs. The last progress of those that have not completed is written if possible. */
    void close(List<JobResult> results) {
        if (unwritten.isEmpty()) {
            return;
        }
        Map<Fence, Progress> last = new HashMap<>();
        for (JobResult result : results) {
            Fence fence = result.job().fence();
            Progress progress = unwritten.remove(fence);
            if (progress != null && result.unwritten() != null && result.outcome() != RunOutcome.COMPLETED) {
                last.put(fence, progress);
            }
        }
        if (!last.isEmpty()) {
            try {
                engine.ofHandlers().run(() -> engine.settlements().saveProgress(last));
            } catch (RuntimeException e) {
                log.debug("The last progress of {} jobs is not written", last.size(), LoggedFailure.of(e));
            }
        }
    }

    /**
     * Writes a checkpoint; returns whether the claim still stands. A run that should stop may still save one: its interrupt waits until this is
     * written, which is tried once.
     */
    boolean checkpoint(Fence fence, String text) {
        String what = "The checkpoint of job " + fence.id();
        requireFitting(what, text, "");
        return save(
                what, () -> engine.ofHandlers().run(() -> engine.settlements().saveCheckpoint(fence, text)));
    }

    /** Writes what a handler is to find again, as {@link #checkpoint} does. Messages name it by {@code what}. */
    boolean save(String what, Supplier<Settled> write) {
        boolean interrupted = Thread.interrupted();
        try {
            return save(what, write, interrupted ? 1 : TRIES_ON_BUSY_ROW, pause);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Writes something; returns whether the caller still holds the job. It waits for a locked row, but not for ever.
     *
     * @param tries the number of attempts on a locked row
     */
    static boolean save(String what, Supplier<Settled> write, int tries, LongConsumer pause) {
        for (int attempt = 1; ; attempt++) {
            Settled settled = once(what, write);
            if (settled != Settled.BUSY) {
                return settled == Settled.DONE;
            }
            if (attempt >= tries || Thread.currentThread().isInterrupted()) {
                throw new CheckpointFailedException(what, "another session locks the job's row", null);
            }
            pause.accept(POLL_NANOS);
        }
    }

    private static Settled once(String what, Supplier<Settled> write) {
        try {
            return write.get();
        } catch (DataIntegrityViolationException e) {
            // without the failure's message, which may quote the row
            throw new InvalidPayloadException(what + " is refused by the database (" + FailureText.of(e)
                    + "): it breaks a constraint of its table, is too large for it, or has characters that it"
                    + " cannot store");
        } catch (DataAccessException | TransactionException e) {
            throw e instanceof TransactionException || FailureText.isOutage(e)
                    ? new CheckpointFailedException(what, "the database did not take it", e)
                    : e;
        }
    }

    /** Refuses a text that is too large to be stored with its job. */
    void requireFitting(String what, String text, String action) {
        StorableText.requireFitting(what, text, maxSize, action);
    }

    /** Reports that a checkpoint could not be written for now. A handler that does not catch it is called again without using up an attempt. */
    static final class CheckpointFailedException extends BatonException {

        CheckpointFailedException(String what, String reason, @Nullable Throwable cause) {
            super(what + " could not be written: " + reason, cause);
        }
    }
}
