package io.baton.manual;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.util.List;

/** Receives the outcomes of manual runs. */
public interface ManualWatcher {

    /** Called after a handler failed with these jobs. */
    void failed(List<ClaimedJob> jobs, Throwable failure);

    /** Called after the run of a job. */
    void ended(ClaimedJob job, RunOutcome outcome);

    /** Returns whether further jobs may start. */
    boolean goesOn();
}
