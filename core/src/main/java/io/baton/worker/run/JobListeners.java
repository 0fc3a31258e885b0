package io.baton.worker.run;

import io.baton.JobId;
import io.baton.JobListener;
import io.baton.JobRun;
import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of the application. What they throw is logged, for each once a minute, and changes nothing. */
public final class JobListeners implements RunListener {

    private static final Logger log = LoggerFactory.getLogger(JobListeners.class);

    private final SeldomLog seldom = new SeldomLog(log);
    private final List<JobListener> listeners;

    private JobListeners(List<JobListener> listeners) {
        this.listeners = listeners;
    }

    /** Returns what tells these listeners, in their order. */
    public static RunListener of(List<JobListener> listeners) {
        return listeners.isEmpty() ? NONE : new JobListeners(List.copyOf(listeners));
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        tell(job, run -> listener -> listener.started(run));
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        tell(job, run -> listener -> listener.ended(run, outcome, duration));
    }

    private void tell(ClaimedJob job, Function<JobRun, Consumer<JobListener>> event) {
        JobRun run = new RunOf(new JobId(job.id()), job.type(), job.queue(), job.attempt());
        Consumer<JobListener> told = event.apply(run);
        for (JobListener listener : listeners) {
            try {
                told.accept(listener);
            } catch (Throwable e) {
                seldom.warn(
                        listener.getClass().getName(),
                        "The listener {} failed at a run of job {} ({}), which goes on. Correct the listener",
                        LogText.of(listener.getClass().getName()),
                        job.id(),
                        LogText.of(job.type()),
                        LoggedFailure.withoutMessages(e));
            }
        }
    }

    private record RunOf(JobId id, String type, String queue, int attempt) implements JobRun {}
}
