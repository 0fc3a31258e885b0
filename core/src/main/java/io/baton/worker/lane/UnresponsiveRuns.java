package io.baton.worker.lane;

import io.baton.job.Outcome;
import io.baton.loop.LogText;
import io.baton.worker.call.JobExecutor;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import io.baton.worker.settle.Settler;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends runs whose handlers ignore their interruption: when they are given up, or when their worker ends. */
public final class UnresponsiveRuns {

    private static final Logger log = LoggerFactory.getLogger(UnresponsiveRuns.class);

    private final RunnerThreads threads;
    private final JobExecutor jobs;
    private final Settler settler;

    UnresponsiveRuns(RunnerThreads threads, JobExecutor jobs, Settler settler) {
        this.threads = threads;
        this.jobs = jobs;
        this.settler = settler;
    }

    /** The handler does not return: its jobs are released, and another runner takes its place unless too many are lost already. */
    void giveUp(Lane lane, ActiveRun run) {
        if (run.endsProcess()) {
            // for good: neither the process nor this worker goes on
            return;
        }
        List<JobResult> results = jobs.givenUp(run);
        lane.giveUp(run);
        if (!settler.accept(run, results)) {
            lane.returned(run);
            return;
        }
        lane.runnerLost();
        log.warn(
                "The handler of job {} ({}) ignores its interruption and is given up; its thread is lost until it returns. The queue"
                        + " '{}' may run {} jobs at once here beside those that were given up",
                run.claimed().get(0).id(),
                LogText.of(run.type()),
                LogText.of(lane.queue()),
                lane.places());
        tellApart(run, results);
    }

    /** The handler ignores its interruption and its worker ends: another one may run the jobs. */
    public void releaseInterrupted(ActiveRun run) {
        List<JobResult> results = run.results(Outcome.Interrupted.PLAIN);
        if (settler.accept(run, results)) {
            log.warn(
                    "The handler of job {} ({}) still runs though its worker ends; the job is released",
                    run.claimed().get(0).id(),
                    LogText.of(run.type()));
            tellApart(run, results);
        }
    }

    /** On a thread of its own, since listeners are code of the application: the threads that watch over all runs must not wait. */
    private void tellApart(ActiveRun run, List<JobResult> results) {
        if (run.isListenedTo()) {
            threads.start(run.claimed().get(0).queue(), () -> run.notifyEnded(results));
        }
    }
}
