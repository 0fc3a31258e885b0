package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;

/** What one job of a run came to at this worker, and who writes it down. Every job that a run began with comes to exactly one. */
public sealed interface JobResult {

    /** Returns the job as it was claimed. */
    ClaimedJob job();

    /** Returns what listeners are told. */
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
     * It is not this worker's any more: it was taken back, or its handler's transaction settled it in a commit of which no answer came. Nothing
     * is to be written here.
     */
    record NotOurs(ClaimedJob job) implements JobResult {

        @Override
        public RunOutcome outcome() {
            return RunOutcome.LOST;
        }
    }
}
