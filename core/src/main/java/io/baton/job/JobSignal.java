package io.baton.job;

/**
 * Told after commits that sleeping workers may have something to do. A hint: a lost one costs time, never a job. Nothing here has a body, so that
 * whoever passes hints on cannot leave out a kind unnoticed.
 */
public interface JobSignal {

    /** Jobs became ready. */
    void jobsAvailable(ReadyJobs ready);

    /** A job was scheduled that may be due before all others. */
    void jobsScheduled();

    /** Queues were paused or resumed. */
    void pausesChanged();
}
