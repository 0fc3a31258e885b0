package io.baton.job;

import java.time.Duration;
import java.time.Instant;

/** When a job may run; the database computes the time. */
public sealed interface Due {

    /** The job may run at once. */
    Due NOW = new Now();

    /** The job may run at once. */
    record Now() implements Due {}

    /** The job may run after a delay, which begins at the enqueue. */
    record After(Duration delay) implements Due {}

    /** The job may run from this time on. */
    record At(Instant time) implements Due {}
}
