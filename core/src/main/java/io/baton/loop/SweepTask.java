package io.baton.loop;

import java.time.Duration;
import java.util.List;

/** A task that every node repeats; the database decides which node does which part of it. */
@FunctionalInterface
public interface SweepTask {

    /** Does one bounded portion; returns how long the next one can wait, zero if there is more to do. */
    Duration sweep();

    /** Returns the name in logs and health. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** Returns what fails of its parts that pause by themselves and do not fail it as a whole. Called by any thread. */
    default List<Trouble> troubles() {
        return List.of();
    }

    /** Accepts a callback that lets the next turn come before the time that {@link #sweep()} returned. */
    default void onAgain(Runnable again) {}
}
