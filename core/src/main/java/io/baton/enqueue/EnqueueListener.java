package io.baton.enqueue;

/** Is told of jobs that were enqueued on this node, after the commit, by the thread that enqueued them. What meters stand on. */
@FunctionalInterface
public interface EnqueueListener {

    /** So many jobs of this type were stored in this queue. */
    void enqueued(String type, String queue, long jobs);

    /** So many enqueues of unique jobs of this type were answered by one that was there. */
    default void kept(String type, String queue, long jobs) {}
}
