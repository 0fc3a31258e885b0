package io.baton;

import java.util.List;

/**
 * Shows the shares of queues, and changes their weights and pauses at run time. The shares of a queue have turns by their weights. Jobs are enqueued
 * in a share with {@link JobOptions#share} or {@link JobType#fairBy}. Changes take part in the caller's transaction and reach every node within
 * seconds, also for jobs that wait already. Applications should not implement this interface: methods may be added.
 */
public interface Shares {

    /** The largest weight. */
    int MOST_WEIGHT = 1_000;

    /** The largest number of shares in a list. */
    int MOST = 200;

    /**
     * Returns the shares of a queue that have ready or claimed jobs, a pause, or a weight that was changed at run time: those with most ready jobs
     * first. Of a queue with more shares, returns those that come first by name.
     */
    List<ShareDetails> list(String queue);

    /**
     * Sets the weight of a share, which replaces that of the configuration.
     *
     * @param weight from 1 to {@value #MOST_WEIGHT}
     */
    void setWeight(String queue, String share, int weight);

    /** Gives a share the weight of the configuration again, which is 1 unless set; returns whether it had another one. */
    boolean resetWeight(String queue, String share);

    /** Lets no further jobs of a share start, or of its part as in {@code share/part}, until it is resumed. */
    void pause(String queue, String share);

    /** Ends the pause of a share; returns whether it was paused. */
    boolean resume(String queue, String share);
}
