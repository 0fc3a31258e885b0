package io.baton.loop;

import java.time.Duration;
import java.util.Optional;

/** Starts, wakes and stops a repeated step. */
public interface LoopControl {

    /** Starts the turns, on a daemon thread or on one that keeps the process alive. */
    void start(boolean daemon);

    /** Ends the current rest, or leaves out the next one. */
    void wake();

    /** Starts no further turn; waits this long for the current one. */
    void stop(Duration patience);

    /** Returns the current failure, if there is one. */
    Optional<Trouble> trouble();

    /** Creates loops: on threads, or in the virtual time of a test. */
    @FunctionalInterface
    interface LoopFactory {

        /** Returns a loop that is not started and pauses no longer than this, however often its step fails. */
        LoopControl create(String name, Step step, Duration longestPause);
    }
}
