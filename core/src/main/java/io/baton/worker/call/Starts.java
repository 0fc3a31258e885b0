package io.baton.worker.call;

import io.baton.job.ClaimedJob;
import io.baton.worker.context.HandlerCall.StartedJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.util.List;

/** What is written before jobs start. */
public record Starts(Charges charges, UniqueStarts unique) {

    /** Returns the jobs of a run whose start is counted as a crash if it has to be, and adds what the others came to. */
    List<ClaimedJob> charged(ActiveRun run, List<JobResult> results) {
        return charges.startable(run, results);
    }

    /** Returns those of the jobs that may start now, and adds what the others came to. */
    List<StartedJob> startable(ActiveRun run, List<StartedJob> jobs, List<JobResult> results) {
        return unique.startable(run, jobs, results);
    }
}
