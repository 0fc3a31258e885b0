package io.baton.loop;

import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.Optional;

/** Starts, wakes and stops a repeated step. */
public interface LoopControl {

    /** Starts the turns, on a daemon thread or on a thread that keeps the process alive. */
    void start(boolean daemon);

    /** Ends the current rest, or skips the next one. */
    void wake();

    /** Starts no further turn, and waits up to this time for the current one. */
    void stop(Duration patience);

    Optional<Trouble> trouble();

    /** Creates loops, either on threads or in the virtual time of a test. */
    @FunctionalInterface
    interface LoopFactory {

        /** Returns a loop that has not started and pauses no longer than {@code longestPause}, however often its step fails. */
        LoopControl create(String name, Step step, Duration longestPause);
    }
}
