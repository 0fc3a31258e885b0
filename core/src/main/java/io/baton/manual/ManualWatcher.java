package io.baton.manual;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.util.List;

/** Is notified of the outcomes of manual runs. */
public interface ManualWatcher {

    /** Is called after a handler failed with one of these jobs. */
    void failed(List<ClaimedJob> jobs, Throwable failure);

    /** Is called after the run of a job. */
    void ended(ClaimedJob job, RunOutcome outcome);

    /** Returns whether further jobs may start. */
    boolean goesOn();
}
