package io.baton.job;

import java.time.Duration;
import java.time.Instant;

/** When a job may run; the database computes the time. */
public sealed interface Due {

    /** At once. */
    Due NOW = new Now();

    /** At once. */
    record Now() implements Due {}

    /** A while after the enqueue. */
    record After(Duration delay) implements Due {}

    /** At a given time. */
    record At(Instant time) implements Due {}
}
