package io.baton.worker.context;

import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.chunk.ChunkCheckpoint;
import io.baton.chunk.ChunkPosition;
import io.baton.chunk.Portion;
import io.baton.chunk.RowKey;
import io.baton.job.ClaimedJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.StopReason;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** A run of a job that walks through rows: each portion and the checkpoint behind it commit together. Used by one thread. */
final class ChunkedJob {

    private static final String WAY_OUT = "Cancel it and enqueue a new one, or let the handler go on as before";

    private final ClaimedJob job;
    private final ActiveRun run;
    private final ChunkWalks walks;
    private final @Nullable Duration timeout;
    private final Set<String> walked = new HashSet<>();
    private @Nullable ChunkCheckpoint done;
    private boolean inDoubt;

    /**
     * Creates the run.
     *
     * @param timeout how long the handler may take; null if that is not limited
     */
    ChunkedJob(ClaimedJob job, ActiveRun run, ChunkWalks walks, @Nullable Duration timeout) {
        this.job = job;
        this.run = run;
        this.walks = walks;
        this.timeout = timeout;
    }

    /** Whether the job's checkpoint is kept here, in this run or before it. */
    boolean hasBegun() {
        return done != null || ChunkCheckpoint.is(job.checkpoint());
    }

    /** Hands over all rows that are left, and tells after each portion how many the job has done. Returns how many were left. */
    <T> long walk(Chunks<T> chunks, Consumer<? super List<T>> action, LongConsumer told) {
        begin(chunks.name());
        long rows = 0;
        boolean more = true;
        while (more) {
            stopIfAsked();
            Portion<T> portion = committed(chunks, action);
            rows += portion.rows().size();
            more = portion.more();
            told.accept(done().of(chunks.name()).map(ChunkPosition::rows).orElse(0L));
        }
        return rows;
    }

    private void begin(String name) {
        if (inDoubt) {
            throw new BatonException(
                    job.title() + " cannot go on in chunks in this run: the commit of a portion failed, and whether"
                            + " it took effect is known when the job runs again. Let the exception of inChunks leave the handler");
        }
        if (walked.contains(name)) {
            throw new BatonException(
                    job.title() + " called inChunks twice" + (name.isEmpty() ? "" : " for \"" + name + "\"")
                            + " in one run. Give each query a name of its own, by Chunks.named, and let an exception of inChunks leave"
                            + " the handler: the next attempt goes on where this one stopped");
        }
        done();
        walked.add(name);
    }

    /** To return would let the handler complete the job. */
    private void stopIfAsked() {
        StopReason reason = run.stopReason();
        if (reason != null) {
            throw new CancellationException(job.title() + " stops between two chunks: " + reason);
        }
    }

    private <T> Portion<T> committed(Chunks<T> chunks, Consumer<? super List<T>> action) {
        ChunkCheckpoint before = done();
        try {
            Portion<T> portion = walks.transactions()
                    .executePart(
                            job.fence(),
                            () -> handled(chunks, position(before, chunks), action),
                            handled -> text(before, chunks, handled),
                            timeout);
            done = after(before, chunks, portion);
            return portion;
        } catch (TransactionalExecution.NotBegunException e) {
            throw new CheckpointFailedException(job.id(), "no transaction could be begun for the next chunk", e);
        } catch (TransactionalExecution.FencedException e) {
            run.stop(StopReason.LOST);
            throw new BatonException(
                    job.title()
                            + " is not this worker's any more: it was taken back, and another worker runs it. The chunk that it was"
                            + " about to commit is rolled back",
                    e);
        } catch (TransactionalExecution.CommitFailedException e) {
            inDoubt = true;
            throw failure(e);
        }
    }

    /** Returns what the application's transaction manager threw, which retries are decided by. */
    private static RuntimeException failure(TransactionalExecution.CommitFailedException failed) {
        if (failed.getCause() instanceof Error error) {
            throw error;
        }
        return failed.getCause() instanceof RuntimeException cause ? cause : failed;
    }

    private <T> Portion<T> handled(
            Chunks<T> chunks, @Nullable ChunkPosition position, Consumer<? super List<T>> action) {
        Portion<T> portion = walks.reader().read(chunks, position == null ? null : position.key());
        if (!portion.rows().isEmpty()) {
            action.accept(portion.rows());
        }
        return portion;
    }

    private @Nullable ChunkPosition position(ChunkCheckpoint before, Chunks<?> chunks) {
        ChunkPosition position = before.of(chunks.name()).orElse(null);
        if (position != null && !position.column().equalsIgnoreCase(chunks.keyColumn())) {
            throw new InvalidPayloadException(job.title() + " came to where it is by the key column \""
                    + position.column() + "\", and cannot go on by \"" + chunks.keyColumn() + "\". " + WAY_OUT);
        }
        return position;
    }

    private @Nullable String text(ChunkCheckpoint before, Chunks<?> chunks, Portion<?> portion) {
        if (portion.last() == null) {
            return null;
        }
        String text = after(before, chunks, portion).write(walks.codec());
        walks.progress().requireFitting(job.fence(), text);
        return text;
    }

    private static ChunkCheckpoint after(ChunkCheckpoint before, Chunks<?> chunks, Portion<?> portion) {
        RowKey last = portion.last();
        if (last == null) {
            return before;
        }
        int rows = portion.rows().size();
        return before.with(before.of(chunks.name())
                .map(position -> position.after(last, rows))
                .orElseGet(() -> ChunkPosition.first(chunks.name(), chunks.keyColumn(), last, rows)));
    }

    private ChunkCheckpoint done() {
        if (done == null) {
            done = job.checkpoint() == null ? ChunkCheckpoint.START : stored(job.checkpoint());
        }
        return done;
    }

    private ChunkCheckpoint stored(String text) {
        if (!ChunkCheckpoint.is(text)) {
            throw new InvalidPayloadException(job.title()
                    + " has a checkpoint that was not kept by inChunks, which cannot tell from it which rows were done. "
                    + WAY_OUT);
        }
        try {
            return ChunkCheckpoint.read(text, walks.codec());
        } catch (RuntimeException e) {
            throw new InvalidPayloadException(
                    job.title() + " has a checkpoint of inChunks that cannot be read any more. " + WAY_OUT, e);
        }
    }
}
