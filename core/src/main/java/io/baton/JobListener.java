package io.baton;

import java.time.Duration;

/**
 * Listens to the runs of jobs on this node. Every bean of this type is called, in the order of the beans. All methods are optional.
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
 * <p>Listeners are called on the threads of the handlers, several at once, and outside of Baton's transactions: a listener neither joins nor breaks
 * the completion of the job. It should be quick, since the thread runs no other job meanwhile. Exceptions of a listener are logged and have no other
 * effect.
 */
public interface JobListener {

    /**
     * Is called before a handler is called with a job. It is not called for jobs that are released without having been started.
     *
     * @param run the job and its attempt
     */
    default void started(JobRun run) {}

    /**
     * Is called when a run has ended, once for each call of {@link #started}, unless the process ends before.
     *
     * <p>The outcome may not be stored yet. It is not stored if the job was reclaimed from this node meanwhile; then the next run decides.
     *
     * @param run the job and its attempt
     * @param outcome the outcome of the run
     * @param duration how long the run took; for the jobs of a list, how long the whole call took
     */
    default void ended(JobRun run, RunOutcome outcome, Duration duration) {}
}
