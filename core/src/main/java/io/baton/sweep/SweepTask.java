package io.baton.sweep;

import io.baton.loop.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Something to do again and again, on every node; the database decides which of them does what. */
@FunctionalInterface
public interface SweepTask {

    /** Does one bounded portion; returns how long the next one can wait, zero if there is more to do. */
    Duration sweep();

    /** Returns what people call it. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** Returns a task of this name. */
    static SweepTask named(String name, Supplier<Duration> sweep) {
        return new SweepTask() {

            @Override
            public Duration sweep() {
                return sweep.get();
            }

            @Override
            public String name() {
                return name;
            }
        };
    }

    /** Returns what fails of its parts that pause by themselves and do not fail it as a whole. Called by any thread. */
    default List<Trouble> troubles() {
        return List.of();
    }

    /** Is told what lets its turn come before the time that it said. */
    default void onAgain(Runnable again) {}
}
