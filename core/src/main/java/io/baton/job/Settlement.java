package io.baton.job;

import org.jspecify.annotations.Nullable;

/**
 * The end of one claim: its fence and its outcome.
 *
 * @param tied whether the job is tied to a capability
 * @param crashes the crash count to restore if the start does not count; null if it was not counted as a crash
 * @param anew whether the attempts of the job begin anew if it has not ended, since it made progress
 */
public record Settlement(
        Fence fence,
        Outcome outcome,
        boolean tied,
        @Nullable Integer crashes,
        boolean anew) {

    public Settlement(Fence fence, Outcome outcome, boolean tied, @Nullable Integer crashes) {
        this(fence, outcome, tied, crashes, false);
    }

    /** Creates the settlement of a claimed job; a blocked outcome ties the job to its permits. */
    public static Settlement of(ClaimedJob job, Outcome outcome) {
        return of(job, outcome, null);
    }

    /** Creates the settlement of a job whose start may have been counted as a crash; {@code crashes} is the count before the start. */
    public static Settlement of(ClaimedJob job, Outcome outcome, @Nullable Integer crashes) {
        boolean tied = job.ties().any() || outcome instanceof Outcome.Blocked || outcome instanceof Outcome.Suspended;
        return new Settlement(job.fence(), outcome, tied, crashes);
    }

    /** Returns a settlement of the same claim with another outcome. */
    public Settlement with(Outcome other) {
        return new Settlement(fence, other, tied, crashes, anew);
    }

    /** Returns whether the settlement only removes the job. */
    public boolean isPlainCompletion() {
        return !tied && outcome instanceof Outcome.Completed;
    }
}
