package io.baton.worker.context;

import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.UnusableTransactionException;
import io.baton.database.ThreadBindings;
import io.baton.handler.HandlerSettings;
import io.baton.job.ClaimedJob;
import io.baton.job.CurrentJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.StopReason;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What is noted of a job while its handler runs: its progress, and one checkpoint, which is the handler's own or that of its chunks. */
final class JobNotes {

    private final ClaimedJob job;
    private final ActiveRun run;
    private final HandlerSettings settings;
    private final ProgressWriter progress;
    private final ChunkWalks walks;
    private final ChunkedJob chunked;
    private volatile boolean told;
    private volatile boolean saved;

    JobNotes(ClaimedJob job, ActiveRun run, HandlerSettings settings, ChunkWalks walks) {
        this.job = job;
        this.run = run;
        this.settings = settings;
        this.progress = walks.progress();
        this.walks = walks;
        this.chunked = new ChunkedJob(job, run, walks, settings.timeout());
    }

    void progress(double fraction, String note) {
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("Progress goes from 0 to 1, but job " + job.id() + " said " + fraction);
        }
        told = true;
        progress.progress(job.fence(), fraction, note);
    }

    /** Keeps a checkpoint of the handler's own. */
    void save(Object checkpoint) {
        if (chunked.hasBegun()) {
            throw new BatonException(job.title()
                    + " cannot save a checkpoint: inChunks keeps its own there, which says which rows were done. Do one of both in a"
                    + " job of its own");
        }
        saved = true;
        if (!progress.checkpoint(job.fence(), checkpoint)) {
            run.stop(StopReason.LOST);
            throw new BatonException(
                    job.title() + " is not this worker's any more: it was taken back, and another worker runs it");
        }
    }

    /** Returns the handler's own checkpoint. */
    <T> Optional<T> last(Class<T> type) {
        if (chunked.hasBegun()) {
            throw new InvalidPayloadException(job.title()
                    + " has no checkpoint of its handler's: it is that of inChunks, which goes on by itself");
        }
        return progress.lastCheckpoint(job, type);
    }

    <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action) {
        requireUsable();
        return chunked.walk(chunks, action, rows -> {
            if (!told) {
                progress.progress(
                        job.fence(), 0, rows + " rows" + (chunks.name().isEmpty() ? "" : ", " + chunks.name()));
            }
        });
    }

    private void requireUsable() {
        if (settings.list()) {
            throw new BatonException(
                    job.title() + " cannot be handled in chunks by a List handler, whose jobs share one call."
                            + " Let the handler take one payload");
        }
        if (settings.transactional()) {
            throw new UnusableTransactionException(job.title()
                    + " cannot be handled in chunks by a handler that is transactional = true: each chunk is a transaction of its own."
                    + " Remove transactional = true");
        }
        if (!job.fence().equals(CurrentJob.fence())) {
            throw new BatonException(job.title()
                    + " can be handled in chunks only while its handler runs, and on the handler's own thread");
        }
        if (ThreadBindings.now().isTransactional()) {
            throw new UnusableTransactionException(job.title()
                    + " called inChunks in a transaction, which would be held open meanwhile: each chunk is a transaction of its own."
                    + " Call it outside of any transaction");
        }
        if (!walks.transactions().isPossible()) {
            throw new BatonException(job.title()
                    + " needs a PlatformTransactionManager for Baton's data source to be handled in chunks. Declare one, and mark it"
                    + " with @BatonTransactionManager if there are several");
        }
        if (saved) {
            throw new BatonException(
                    job.title()
                            + " has saved a checkpoint of its own, which inChunks would replace. Do one of both in a job of its own");
        }
    }
}
