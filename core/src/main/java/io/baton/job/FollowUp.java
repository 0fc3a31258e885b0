package io.baton.job;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Works off what jobs share once the commits that touched it are over, in short transactions of its own. A worker gives it its turns, on a thread
 * of their own.
 */
public interface FollowUp {

    /** A worker gives it turns from now on, and one more whenever this is called. */
    void begin(Runnable wake);

    /**
     * Does one bounded portion; returns how long the next one can wait, zero if there is more to do.
     *
     * @param open tells the queues whose jobs may start, here or elsewhere: some living worker serves them, and they are not paused
     */
    Duration follow(Supplier<Set<String>> open);

    /** There are no more turns. */
    void end();
}
