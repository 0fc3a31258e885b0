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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls several listeners one after the other. An exception of one is logged once a minute and changes nothing. */
public final class RunListeners implements RunListener {

    private static final Logger log = LoggerFactory.getLogger(RunListeners.class);

    private final List<RunListener> all;
    private final SeldomLog seldom = new SeldomLog(log);

    /** Creates a listener that calls the application's listeners and then the others. */
    public RunListeners(List<JobListener> ofApplication, List<RunListener> others) {
        all = Stream.concat(ofApplication.stream().map(OfApplication::new), others.stream())
                .toList();
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        call(job, listener -> listener.started(job, waited));
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        call(job, listener -> listener.ended(job, outcome, duration));
    }

    private void call(ClaimedJob job, Consumer<RunListener> event) {
        for (RunListener listener : all) {
            try {
                event.accept(listener);
            } catch (Throwable e) {
                Object failed = listener instanceof OfApplication own ? own.listener() : listener;
                seldom.warn(
                        failed.getClass().getName(),
                        "The listener {} failed at a run of job {} ({}), which goes on. Correct the listener",
                        LogText.of(failed.getClass().getName()),
                        job.id(),
                        LogText.of(job.type()),
                        LoggedFailure.withoutMessages(e));
            }
        }
    }

    private record OfApplication(JobListener listener) implements RunListener {

        @Override
        public void started(ClaimedJob job, Duration waited) {
            listener.started(new Run(job));
        }

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
            listener.ended(new Run(job), outcome, duration);
        }
    }

    private record Run(JobId id, String type, String queue, int attempt) implements JobRun {

        Run(ClaimedJob job) {
            this(new JobId(job.id()), job.type(), job.queue(), job.attempt());
        }
    }
}
