package io.baton.job;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/** Processes changes of what jobs share after their commit, in short transactions of its own. A worker runs it on a thread of its own. */
public interface FollowUp {

    /** Starts. The worker runs a turn whenever the argument is called. */
    void begin(Runnable wake);

    /**
     * Processes one bounded portion; returns how long the next one can wait, zero if there is more to do.
     *
     * @param open returns the queues whose jobs may start, on this or another node: a living worker serves them, and they are not paused
     */
    Duration follow(Supplier<Set<String>> open);

    /** Ends: no turn follows. */
    void end();
}
