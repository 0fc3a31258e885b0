package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.time.Duration;

/**
 * Is notified of every run of a job: meters, traces and the application's listeners use it. Called on the thread of the run, or on the one
 * that gave it up, and outside of Baton's transactions; must neither throw nor keep it waiting.
 */
public interface RunListener {

    /** Listens to nothing. */
    RunListener NONE = new RunListener() {

        @Override
        public void started(ClaimedJob job, Duration waited) {}

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {}
    };

    /**
     * The job's handler is about to be called.
     *
     * @param waited for how long the job has been due
     */
    void started(ClaimedJob job, Duration waited);

    /** The run of a job that was started has ended. */
    void ended(ClaimedJob job, RunOutcome outcome, Duration duration);
}
