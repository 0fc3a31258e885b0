package io.baton.loop;

import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.List;

/** A task that every node repeats. The database decides which part of it each node does. */
@FunctionalInterface
public interface SweepTask {

    /** Does one bounded portion; returns how long the next portion can wait, or zero if there is more to do. */
    Duration sweep();

    /** Returns the name of the task in logs and health. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** Returns the failures of parts that pause on their own and do not fail the task as a whole. Any thread may call this. */
    default List<Trouble> troubles() {
        return List.of();
    }

    /** Sets a callback that starts the next turn before the time that {@link #sweep()} returned. */
    default void onAgain(Runnable again) {}
}
