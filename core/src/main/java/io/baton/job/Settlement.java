package io.baton.job;

/**
 * The end of one claim: which job, under which lock id, and what it came to.
 *
 * @param tied whether a capability has to follow
 */
public record Settlement(Fence fence, Outcome outcome, boolean tied) {

    /** Creates the settlement of a plain job. */
    public Settlement(Fence fence, Outcome outcome) {
        this(fence, outcome, false);
    }

    /** Creates the settlement of a claimed job, which may come to be tied by it. */
    public static Settlement of(ClaimedJob job, Outcome outcome) {
        return new Settlement(job.fence(), outcome, job.ties().any() || outcome instanceof Outcome.Blocked);
    }

    /** Returns a settlement of the same claim that came to something else. */
    public Settlement with(Outcome other) {
        return new Settlement(fence, other, tied);
    }

    /** Whether it removes the job, and nothing else has to follow. */
    public boolean isPlainCompletion() {
        return !tied && outcome instanceof Outcome.Completed;
    }
}
