package io.baton.worker.context;

import io.baton.BatchId;
import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.Partition;
import io.baton.Tick;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Fenced;
import io.baton.loop.DurationText;
import io.baton.worker.QueuePauses;
import io.baton.worker.run.ActiveRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job as its handler sees it. */
public final class RunningJobContext implements JobContext, Fenced {

    private static final Duration LONGEST_PAUSE = Duration.ofDays(365 * 100);

    private final ClaimedJob job;
    private final int maxAttempts;
    private final ActiveRun run;
    private final JobNotes notes;
    private final QueuePauses pauses;
    private final JobPlace place;

    RunningJobContext(
            ClaimedJob job, int maxAttempts, ActiveRun run, JobNotes notes, QueuePauses pauses, JobPlace place) {
        this.job = job;
        this.maxAttempts = maxAttempts;
        this.run = run;
        this.notes = notes;
        this.pauses = pauses;
        this.place = place;
    }

    @Override
    public Fence fence() {
        return job.fence();
    }

    @Override
    public JobId id() {
        return new JobId(job.id());
    }

    @Override
    public String type() {
        return job.type();
    }

    @Override
    public String queue() {
        return job.queue();
    }

    @Override
    public int attempt() {
        return job.attempt();
    }

    @Override
    public int maxAttempts() {
        return maxAttempts;
    }

    @Override
    public Instant enqueuedAt() {
        return job.enqueuedAt();
    }

    @Override
    public Instant dueAt() {
        return job.dueAt();
    }

    @Override
    public Optional<BatchId> batchId() {
        return place.batchId();
    }

    @Override
    public Optional<Partition> partition() {
        return place.partition();
    }

    @Override
    public Optional<Tick> tick() {
        return place.tick();
    }

    @Override
    public JobResults results() {
        return place.results();
    }

    @Override
    public boolean isCancelled() {
        return run.stopping();
    }

    @Override
    public void progress(double fraction, @Nullable String note) {
        // such as the message of an exception, which may have none
        notes.progress(fraction, note == null ? "" : note);
    }

    @Override
    public void saveCheckpoint(@Nullable Object checkpoint) {
        if (checkpoint == null) {
            throw new IllegalArgumentException(
                    job.title() + " cannot save null as its checkpoint; save a value that means that there is none");
        }
        notes.save(checkpoint);
    }

    @Override
    public <T> Optional<T> lastCheckpoint(Class<T> type) {
        return notes.last(type);
    }

    @Override
    public <T> long inChunks(Chunks<T> chunks, Consumer<? super List<T>> action) {
        return notes.inChunks(chunks, action);
    }

    @Override
    public void snooze(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("A job cannot snooze for " + DurationText.of(delay));
        }
        run.snooze(job.fence(), delay);
        throw new SnoozeSignal(delay);
    }

    @Override
    public void pauseQueue(Duration pause) {
        if (pause.isNegative() || pause.isZero() || pause.compareTo(LONGEST_PAUSE) > 0) {
            throw new IllegalArgumentException("A queue cannot be paused for " + DurationText.of(pause));
        }
        pauses.pause(job.queue(), pause);
    }
}
