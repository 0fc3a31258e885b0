package io.baton.worker;

import io.baton.job.Outcome;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends runs whose handlers ignore their interruption: when they are given up, or when their worker ends. */
final class UnresponsiveRuns {

    private static final Logger log = LoggerFactory.getLogger(UnresponsiveRuns.class);

    private final Executor executor;
    private final JobExecutor jobs;
    private final Settler settler;
    private final ThreadLosses threads = new ThreadLosses();

    /**
     * Creates what ends such runs.
     *
     * @param executor runs listeners, which are code of the application, where no thread of the application is at hand
     */
    UnresponsiveRuns(Executor executor, JobExecutor jobs, Settler settler) {
        this.executor = executor;
        this.jobs = jobs;
        this.settler = settler;
    }

    /**
     * The handler does not return: its job goes back, and another runner takes its place unless too many are lost already.
     *
     * @return whether the run ended here, so that its lane may have room
     */
    boolean giveUp(Lane lane, ActiveRun run) {
        if (run.endsProcess()) {
            // for good: neither the process nor this worker goes on
            return false;
        }
        List<JobResult> results = jobs.givenUp(run);
        // before the end, since the runner counts down once it finds that it was given up
        threads.lost(run);
        if (!settler.accept(run, results)) {
            threads.found(run);
            return false;
        }
        boolean replaced = lane.runnerLost();
        log.warn(
                "The handler of job {} ({}) ignores its interruption and is given up; its thread is lost until it returns. The queue"
                        + " '{}' {} and runs {} jobs at once here",
                run.claimed().get(0).id(),
                LogText.of(run.type()),
                LogText.of(lane.queue()),
                replaced ? "goes on with another thread" : "has lost too many threads to replace this one too",
                lane.places());
        tellApart(run, results);
        return true;
    }

    /** A handler that was given up has returned. */
    void returned(Lane lane, ActiveRun run) {
        threads.found(run);
        lane.runnerFound();
    }

    /** The handler ignores its interruption and its worker ends: another one may run the jobs. */
    void handBackInterrupted(ActiveRun run) {
        List<JobResult> results = run.results(Outcome.Interrupted.PLAIN);
        if (settler.accept(run, results)) {
            log.warn(
                    "The handler of job {} ({}) still runs though its worker ends; the job is handed back",
                    run.claimed().get(0).id(),
                    LogText.of(run.type()));
            tellApart(run, results);
        }
    }

    /** On a thread of its own: the threads that watch over all runs wait for nobody. */
    private void tellApart(ActiveRun run, List<JobResult> results) {
        if (run.isListenedTo()) {
            try {
                executor.execute(() -> run.tell(results));
            } catch (RuntimeException | Error e) {
                log.debug("No thread could be had to tell listeners of the end of a run", LoggedFailure.of(e));
            }
        }
    }

    /** Returns how many handlers were given up and have not returned, by job type. */
    Map<String, Integer> threadsLost() {
        return threads.byType();
    }
}
