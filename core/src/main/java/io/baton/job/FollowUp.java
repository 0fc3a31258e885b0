package io.baton.job;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/** Processes shared state of jobs after commits that changed it, in short transactions of its own. A worker runs it on a separate thread. */
public interface FollowUp {

    /** Begins. The worker runs a turn after each call of the argument. */
    void begin(Runnable wake);

    /**
     * Processes one bounded portion; returns how long the next portion can wait, or zero if there is more to do.
     *
     * @param open returns the queues whose jobs may start on any node: a living worker serves each, and none is paused
     */
    Duration follow(Supplier<Set<String>> open);

    /** Ends; no turn follows. */
    void end();
}
