package io.baton.job;

/** Told that a queue may have work. A hint: a lost one costs time, never a job. */
@FunctionalInterface
public interface JobSignal {

    /** Jobs of this queue became ready. */
    void jobsAvailable(String queue);
}
