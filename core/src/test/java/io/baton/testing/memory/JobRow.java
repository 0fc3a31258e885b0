package io.baton.testing.memory;

import io.baton.FailedAttempt;
import io.baton.JobState;
import io.baton.job.Fence;
import io.baton.job.NewJob;
import io.baton.job.Ties;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A job that has not ended, or is dead. A row that is committed never changes: whoever changes it changes a copy. */
public final class JobRow implements Cloneable {

    final long id;
    final NewJob job;
    Instant createdAt;
    JobState state = JobState.READY;
    Instant dueAt;
    int attempt;
    int crashes;
    int interruptions;
    Ties ties;
    List<String> permits;

    @Nullable
    UUID lockId;

    @Nullable
    Long workerId;

    @Nullable
    Instant claimedAt;

    boolean cancelRequested;

    @Nullable
    Instant diedAt;

    @Nullable
    Double progress;

    @Nullable
    String note;

    @Nullable
    String checkpoint;

    @Nullable
    String error;

    List<FailedAttempt> failures = List.of();

    JobRow(long id, NewJob job, Instant createdAt) {
        this.id = id;
        this.job = job;
        this.createdAt = createdAt;
        this.dueAt = createdAt;
        NewJob.Place place = job.place();
        this.ties = new Ties(job.ties(), place == null ? null : place.group(), place == null ? null : place.index());
        this.permits = job.permits();
    }

    Ties tiesWithout(int bit) {
        return new Ties(ties.bits() & ~bit, ties.batchGroup(), ties.batchIndex());
    }

    JobRow with(Consumer<JobRow> change) {
        try {
            JobRow copy = (JobRow) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    boolean isHeldUnder(Fence fence) {
        return state == JobState.CLAIMED && fence.lockId().equals(lockId);
    }

    boolean isHeldBy(long worker) {
        return state == JobState.CLAIMED && workerId != null && workerId == worker;
    }

    /** Larger runs later: the opposite of the priority, as in the tables. */
    int rank() {
        return ~job.priority();
    }

    public long id() {
        return id;
    }

    public String queue() {
        return job.queue();
    }

    /** Whether it waits for others to end. */
    public boolean awaits() {
        return state == JobState.BLOCKED && ties.has(Ties.AWAITS);
    }

    /** The names of the limits of which it needs permits, as far as is known. */
    public List<String> permits() {
        return permits;
    }

    public JobState state() {
        return state;
    }

    public int attempt() {
        return attempt;
    }

    public int crashes() {
        return crashes;
    }

    public int interruptions() {
        return interruptions;
    }

    public @Nullable UUID lockId() {
        return lockId;
    }

    public @Nullable Long workerId() {
        return workerId;
    }

    public boolean cancelRequested() {
        return cancelRequested;
    }

    public @Nullable String error() {
        return error;
    }

    @Override
    public String toString() {
        return "job " + id + " (" + job.type() + ", " + job.queue() + ") " + state + ", attempt " + attempt
                + ", crashes " + crashes + ", interruptions " + interruptions + ", lock " + lockId + ", worker "
                + workerId + ", due " + dueAt;
    }
}
