package io.baton.loop;

import java.time.Duration;

/** Creates loops: on threads, or in the virtual time of a test. */
@FunctionalInterface
public interface LoopFactory {

    /** Returns a loop that is not started and pauses no longer than this, however often its step fails. */
    LoopControl create(String name, Step step, Duration longestPause);
}
