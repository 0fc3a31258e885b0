package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.time.Duration;

/**
 * Is notified of every run of a job, for meters, traces and the application's listeners. It is called on the thread of the run, or on another one
 * after the run was given up, and outside of Baton's transactions. It must neither throw nor block.
 */
public interface RunListener {

    /** Is called right before the job's handler; {@code waited} is for how long the job has been due. */
    default void started(ClaimedJob job, Duration waited) {}

    /** Is called after the run of a job that was started has ended. */
    default void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {}
}
