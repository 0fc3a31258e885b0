package io.baton;

import java.time.Duration;

/**
 * Is notified of the runs of jobs on this node. Every bean of this type is called, in the order of the beans; all methods are optional.
 *
 * <pre>{@code
 * @Component
 * class SlowJobs implements JobListener {
 *
 *     @Override
 *     public void ended(JobRun run, RunOutcome outcome, Duration duration) {
 *         if (duration.toSeconds() > 60) {
 *             slow.increment(run.type());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Listeners are called on the threads of the handlers, several at once, and outside of any transaction of Baton's: what a listener does
 * neither joins nor breaks the completion of the job. It should be quick, since the thread runs no other job meanwhile. What it throws is
 * logged and changes nothing.
 */
public interface JobListener {

    /**
     * A handler is about to be called with a job. Not called for jobs that go back to their queue without having been started.
     *
     * @param run which job, and which attempt
     */
    default void started(JobRun run) {}

    /**
     * The run of a job has ended for which {@link #started} was called. Called once for each, unless the process ends before.
     *
     * <p>The outcome may not be written yet, and is not written if the job was reclaimed from this node meanwhile: then its next run decides.
     *
     * @param run which job, and which attempt
     * @param outcome the outcome of the run
     * @param duration how long it took; that of the whole call for the jobs of a list
     */
    default void ended(JobRun run, RunOutcome outcome, Duration duration) {}
}
