package io.baton.job;

/**
 * The end of one claim: its fence and its outcome.
 *
 * @param tied whether a capability has to follow
 */
public record Settlement(Fence fence, Outcome outcome, boolean tied) {

    /** Creates the settlement of a plain job. */
    public Settlement(Fence fence, Outcome outcome) {
        this(fence, outcome, false);
    }

    /** Creates the settlement of a claimed job, which a blocked outcome ties to its permits. */
    public static Settlement of(ClaimedJob job, Outcome outcome) {
        return new Settlement(job.fence(), outcome, job.ties().any() || outcome instanceof Outcome.Blocked);
    }

    /** Returns a settlement of the same claim with another outcome. */
    public Settlement with(Outcome other) {
        return new Settlement(fence, other, tied);
    }

    /** Returns whether it only removes the job. */
    public boolean isPlainCompletion() {
        return !tied && outcome instanceof Outcome.Completed;
    }
}
