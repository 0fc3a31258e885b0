package io.baton.job;

/**
 * Notifies sleeping workers after commits that there may be something to do. Hints: a lost one costs time, never a job. It has no default methods,
 * so that a forwarding implementation cannot miss one.
 */
public interface JobSignal {

    /** Notifies of ready jobs. */
    void jobsAvailable(ReadyJobs ready);

    /** Notifies of a scheduled job that may be due before all others. */
    void jobsScheduled();

    /** Notifies that queues were paused or resumed. */
    void pausesChanged();
}
