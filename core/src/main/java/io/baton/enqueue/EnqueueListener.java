package io.baton.enqueue;

/** Is notified of jobs that were enqueued on this node, after the commit, by the thread that enqueued them. Meters use it. */
@FunctionalInterface
public interface EnqueueListener {

    /** Is called after jobs of this type were stored in this queue. */
    void enqueued(String type, String queue, long jobs);

    /** Is called after enqueues of unique jobs of this type that returned an existing job. */
    default void kept(String type, String queue, long jobs) {}
}
