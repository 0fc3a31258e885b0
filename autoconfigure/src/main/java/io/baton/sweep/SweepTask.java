package io.baton.sweep;

import java.time.Duration;

/** Something to do again and again, on every node; the database decides which of them does what. */
@FunctionalInterface
interface SweepTask {

    /** Does one bounded portion; answers how long the next one can wait, zero if there is more to do. */
    Duration sweep();
}
