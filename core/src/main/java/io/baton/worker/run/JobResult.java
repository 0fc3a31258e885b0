package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * The result of one job of a run at this worker. Every job that a run began with gets exactly one.
 *
 * @param job the job as it was claimed
 * @param unwritten what the settler is to write; null if the handler's own transaction wrote it, or nothing is to be written
 * @param outcome the outcome for listeners
 */
public record JobResult(ClaimedJob job, @Nullable Settlement unwritten, RunOutcome outcome) {

    /** Creates a result that the settler is to write. */
    public JobResult(ClaimedJob job, Settlement unwritten) {
        this(job, unwritten, runOutcome(unwritten.outcome()));
    }

    /** Returns the result of a lost claim: the job was reclaimed, or its handler's transaction settled it in a commit without a response. */
    public static JobResult lost(ClaimedJob job) {
        return new JobResult(job, null, RunOutcome.LOST);
    }

    /** Returns the same result after the handler's own transaction has written and committed it. */
    public JobResult written() {
        return new JobResult(job, null, outcome);
    }

    private static RunOutcome runOutcome(Outcome outcome) {
        if (outcome instanceof Outcome.Completed) {
            return RunOutcome.COMPLETED;
        } else if (outcome instanceof Outcome.Retried) {
            return RunOutcome.RETRIED;
        } else if (outcome instanceof Outcome.Snoozed) {
            return RunOutcome.SNOOZED;
        } else if (outcome instanceof Outcome.Dead) {
            return RunOutcome.DEAD;
        }
        return outcome instanceof Outcome.Cancelled ? RunOutcome.CANCELLED : RunOutcome.HANDED_BACK;
    }
}
