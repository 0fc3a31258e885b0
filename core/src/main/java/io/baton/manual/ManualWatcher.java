package io.baton.manual;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.util.List;

/** Is notified of the outcomes of manual runs. */
public interface ManualWatcher {

    /** A handler has failed with one of these jobs, of this. */
    void failed(List<ClaimedJob> jobs, Throwable failure);

    /** The run of a job has ended. */
    void ended(ClaimedJob job, RunOutcome outcome);

    /** Whether further jobs may start. */
    boolean goesOn();
}
