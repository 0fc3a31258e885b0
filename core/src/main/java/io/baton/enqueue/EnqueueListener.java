package io.baton.enqueue;

/** Receives notifications of jobs that this node enqueued, after the commit, on the thread that enqueued them. Meters use it. */
@FunctionalInterface
public interface EnqueueListener {

    /** Receives the number of jobs of this type that were stored in this queue. */
    void enqueued(String type, String queue, long jobs);

    /** Receives the number of enqueues of unique jobs of this type that returned an existing job. */
    default void kept(String type, String queue, long jobs) {}
}
