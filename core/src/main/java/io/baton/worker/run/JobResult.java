package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;

/** The result of one job of a run at this worker, and who writes it. Every job that a run began with gets exactly one. */
public sealed interface JobResult {

    /** Returns the job as it was claimed. */
    ClaimedJob job();

    /** Returns the outcome for listeners. */
    RunOutcome outcome();

    /** The settler is to write it. */
    record Unsettled(ClaimedJob job, Outcome came) implements JobResult {

        public Settlement settlement() {
            return Settlement.of(job, came);
        }

        @Override
        public RunOutcome outcome() {
            if (came instanceof Outcome.Completed) {
                return RunOutcome.COMPLETED;
            } else if (came instanceof Outcome.Retried) {
                return RunOutcome.RETRIED;
            } else if (came instanceof Outcome.Snoozed) {
                return RunOutcome.SNOOZED;
            } else if (came instanceof Outcome.Dead) {
                return RunOutcome.DEAD;
            }
            return came instanceof Outcome.Cancelled ? RunOutcome.CANCELLED : RunOutcome.HANDED_BACK;
        }
    }

    /** The handler's own transaction wrote it, and is committed. */
    record SettledByHandler(ClaimedJob job, RunOutcome outcome) implements JobResult {}

    /**
     * Its claim was lost: it was reclaimed, or its handler's transaction settled it in a commit without a response. Nothing
     * is to be written here.
     */
    record NotOurs(ClaimedJob job) implements JobResult {

        @Override
        public RunOutcome outcome() {
            return RunOutcome.LOST;
        }
    }
}
