package io.baton.worker.call;

import io.baton.Job;
import io.baton.handler.Handler;
import io.baton.handler.Handler.HandlerResult;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Calls a handler with some of the jobs of a run.
 *
 * @param jobs the jobs in the order in which the handler gets them
 */
public record HandlerCall(Handler handler, ActiveRun run, List<StartedJob> jobs) {

    /** A job as it was claimed, and as its handler sees it. */
    public record StartedJob(ClaimedJob claimed, Job<?> job) {

        public Fence fence() {
            return claimed.fence();
        }
    }

    /** Runs the handler. */
    public HandlerResult invoke() throws Throwable {
        List<Job<?>> given = new ArrayList<>(jobs.size());
        for (StartedJob job : jobs) {
            given.add(job.job());
        }
        return handler.invoke(given);
    }

    /** Returns the jobs as they were claimed. */
    public List<ClaimedJob> claimed() {
        return jobs.stream().map(StartedJob::claimed).toList();
    }

    /** Returns the same call with only those of its jobs whose claims are among these. */
    public HandlerCall of(Set<Fence> claims) {
        return with(jobs.stream().filter(job -> claims.contains(job.fence())).toList());
    }

    /** Returns the same call without those of its jobs whose claims are among these. */
    public HandlerCall without(Set<Fence> claims) {
        return with(jobs.stream().filter(job -> !claims.contains(job.fence())).toList());
    }

    /** Returns the same call with only these of its jobs. */
    public HandlerCall with(List<StartedJob> some) {
        return new HandlerCall(handler, run, some);
    }

    /** Returns a result with this outcome for each of its jobs. */
    public List<JobResult> results(Outcome outcome) {
        return jobs.stream().map(job -> run.result(job.claimed(), outcome)).toList();
    }

    /** Returns lost results for its jobs. */
    public List<JobResult> notOurs() {
        return jobs.stream().map(job -> JobResult.lost(job.claimed())).toList();
    }
}
