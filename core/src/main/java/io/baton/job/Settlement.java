package io.baton.job;

import org.jspecify.annotations.Nullable;

/**
 * The end of one claim: its fence and its outcome.
 *
 * @param tied whether a capability has to follow
 * @param crashes the crash count to restore if the start does not count; null if it was not counted
 */
public record Settlement(
        Fence fence,
        Outcome outcome,
        boolean tied,
        @Nullable Integer crashes) {

    /** Creates the settlement of a plain job. */
    public Settlement(Fence fence, Outcome outcome) {
        this(fence, outcome, false, null);
    }

    /** Creates the settlement of a claimed job, which a blocked outcome ties to its permits. */
    public static Settlement of(ClaimedJob job, Outcome outcome) {
        return of(job, outcome, null);
    }

    /** Does the same for a job whose start may have been counted as a crash, with the count before. */
    public static Settlement of(ClaimedJob job, Outcome outcome, @Nullable Integer crashes) {
        return new Settlement(job.fence(), outcome, job.ties().any() || outcome instanceof Outcome.Blocked, crashes);
    }

    /** Returns a settlement of the same claim with another outcome. */
    public Settlement with(Outcome other) {
        return new Settlement(fence, other, tied, crashes);
    }

    /** Returns whether it only removes the job. */
    public boolean isPlainCompletion() {
        return !tied && outcome instanceof Outcome.Completed;
    }
}
