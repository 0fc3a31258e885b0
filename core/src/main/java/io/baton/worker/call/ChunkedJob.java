package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.chunk.ChunkCheckpoint;
import io.baton.chunk.ChunkCheckpoint.ChunkPosition;
import io.baton.chunk.JdbcPortionReader.Portion;
import io.baton.chunk.RowKey;
import io.baton.database.TransientFailure;
import io.baton.handler.Handler.HandlerSettings;
import io.baton.job.ClaimedJob;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.run.ActiveRun;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Runs a job that walks through rows: each portion and the checkpoint after it commit together. The handler's thread uses it. */
final class ChunkedJob {

    private static final String WAY_OUT = "Cancel it and enqueue a new one, or let the handler go on as before";

    private final JobContexts node;
    private final ClaimedJob job;
    private final ActiveRun run;
    private final HandlerSettings settings;
    private final Set<String> walked = new HashSet<>();
    private volatile @Nullable ChunkCheckpoint done;
    /** Whether a portion with rows was committed in this run. */
    volatile boolean advanced;

    private boolean inDoubt;

    ChunkedJob(JobContexts node, HandlerSettings settings, ClaimedJob job, ActiveRun run) {
        this.node = node;
        this.settings = settings;
        this.job = job;
        this.run = run;
    }

    /**
     * Refuses chunks where they cannot be committed one by one.
     *
     * @param saved whether the handler has saved a checkpoint of its own
     */
    void requireUsable(boolean saved) {
        HandlerSteps.requireAlone("inChunks of " + job.title(), settings, job, false);
        refuseIf(
                saved,
                " has saved a checkpoint of its own, which inChunks would replace. Do one of both in a job of its own");
    }

    private void refuseIf(boolean wrong, String why) {
        if (wrong) {
            throw new BatonException(job.title() + why);
        }
    }

    /** Returns whether a walk has begun, so that the job's checkpoint is kept here. */
    boolean hasBegun() {
        return done != null;
    }

    /** Passes all remaining rows to the handler, and reports progress after each portion. Returns their number. */
    <T> long walk(Chunks<T> chunks, Consumer<? super List<T>> action, LongConsumer progress) {
        begin(chunks.name());
        long rows = 0;
        boolean more = true;
        while (more) {
            // a return would let the handler complete the job
            if (run.stopping()) {
                throw new CancellationException(job.title() + " stops between two chunks: " + run.stopReason());
            }
            Portion<T> portion = committed(chunks, action);
            rows += portion.rows().size();
            more = portion.more();
            progress.accept(done().rows(chunks.name()));
        }
        return rows;
    }

    private void begin(String name) {
        refuseIf(
                inDoubt,
                " cannot go on in chunks in this run: a portion was not committed, or it is not known whether it was until the"
                        + " job runs again. Let the exception of inChunks leave the handler");
        refuseIf(
                walked.contains(name),
                " called inChunks twice" + (name.isEmpty() ? "" : " for \"" + name + "\"")
                        + " in one run. Give each query a name of its own, by Chunks.named, and let an exception of inChunks leave"
                        + " the handler: the next attempt goes on where this one stopped");
        done();
        walked.add(name);
    }

    private <T> Portion<T> committed(Chunks<T> chunks, Consumer<? super List<T>> action) {
        ChunkCheckpoint before = done();
        TransactionalExecution transactions = node.handling().transactions();
        try {
            Portion<T> portion = transactions.executePart(
                    "inChunks of " + job.title(),
                    job.fence(),
                    () -> handled(chunks, position(before, chunks), action),
                    handled -> {
                        String text = text(before, chunks, handled);
                        return text == null
                                ? null
                                : () -> transactions.store().settlements().saveCheckpoint(job.fence(), text);
                    },
                    settings.timeout());
            done = after(before, chunks, portion);
            advanced |= portion.last() != null;
            return portion;
        } catch (TransactionalExecution.FencedException e) {
            inDoubt = true;
            // it stands if the chunk changed the row of its own job, such as by deleting it, which is rolled back
            transactions.stands(job, run, node.engine());
            throw e;
        } catch (TransactionalExecution.CommitFailedException e) {
            inDoubt = true;
            throw e.failure();
        }
    }

    private <T> Portion<T> handled(
            Chunks<T> chunks, @Nullable ChunkPosition position, Consumer<? super List<T>> action) {
        Portion<T> portion = read(chunks, position);
        if (!portion.rows().isEmpty()) {
            action.accept(portion.rows());
        }
        return portion;
    }

    /** Reads a portion. A failure of the server is an interruption, since the handler has not begun with these rows. */
    private <T> Portion<T> read(Chunks<T> chunks, @Nullable ChunkPosition position) {
        try {
            return node.handling().portions().read(chunks, position == null ? null : position.key());
        } catch (RuntimeException e) {
            throw TransientFailure.isOfServer(e) ? new DatabaseInterruptedException(e) : e;
        }
    }

    private @Nullable ChunkPosition position(ChunkCheckpoint before, Chunks<?> chunks) {
        ChunkPosition position = before.of(chunks.name()).orElse(null);
        if (position != null && !position.column().equalsIgnoreCase(chunks.keyColumn())) {
            throw new InvalidPayloadException(job.title() + " was walked so far by the key column \""
                    + position.column() + "\", and cannot go on by \"" + chunks.keyColumn() + "\". " + WAY_OUT);
        }
        return position;
    }

    private @Nullable String text(ChunkCheckpoint before, Chunks<?> chunks, Portion<?> portion) {
        if (portion.last() == null) {
            return null;
        }
        String text = after(before, chunks, portion).write(node.handling().codec());
        node.progress().requireFitting("The checkpoint of job " + job.id(), text, "");
        return text;
    }

    private static ChunkCheckpoint after(ChunkCheckpoint before, Chunks<?> chunks, Portion<?> portion) {
        RowKey last = portion.last();
        if (last == null) {
            return before;
        }
        long rows = before.rows(chunks.name()) + portion.rows().size();
        return before.with(new ChunkPosition(chunks.name(), chunks.keyColumn(), last.kind(), last.text(), rows));
    }

    private ChunkCheckpoint done() {
        ChunkCheckpoint known = done;
        if (known == null) {
            known = job.checkpoint() == null ? ChunkCheckpoint.START : stored(job.checkpoint());
            done = known;
        }
        return known;
    }

    private ChunkCheckpoint stored(String text) {
        if (!ChunkCheckpoint.is(text)) {
            throw new InvalidPayloadException(job.title()
                    + " has a checkpoint that was not kept by inChunks, which cannot see from it which rows were done. "
                    + WAY_OUT);
        }
        try {
            return ChunkCheckpoint.read(text, node.handling().codec());
        } catch (RuntimeException e) {
            throw new InvalidPayloadException(
                    job.title() + " has a checkpoint of inChunks that cannot be read any more. " + WAY_OUT, e);
        }
    }
}
