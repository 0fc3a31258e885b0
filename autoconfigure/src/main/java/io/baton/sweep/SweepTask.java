package io.baton.sweep;

import java.time.Duration;

/** Something to do again and again, on every node; the database decides which of them does what. */
@FunctionalInterface
public interface SweepTask {

    /** Does one bounded portion; returns how long the next one can wait, zero if there is more to do. */
    Duration sweep();
}
