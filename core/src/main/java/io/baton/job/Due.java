package io.baton.job;

import io.baton.BatonException;
import java.time.Duration;
import java.time.Instant;

/** When a job may run; the database computes the time. */
public sealed interface Due {

    Due NOW = new Now();

    record Now() implements Due {}

    /** The job may run after a delay, which begins at the enqueue. */
    record After(Duration delay) implements Due {}

    record At(Instant time) implements Due {}

    /** A longer delay could not be stored by every database, nor a later time than {@link #LAST}. */
    Duration LONGEST = Duration.ofDays(365 * 100);

    Instant LAST = Instant.parse("9000-01-01T00:00:00Z");

    static Due after(Duration delay) {
        if (delay.isNegative()) {
            throw new BatonException("A job cannot be delayed by a negative time: " + delay);
        }
        if (delay.compareTo(LONGEST) > 0) {
            throw new BatonException("A job cannot be delayed by more than 100 years: " + delay);
        }
        return delay.isZero() ? NOW : new After(delay);
    }

    /** Returns the due time at an instant; an instant before 1970 is due now. */
    static Due at(Instant time) {
        if (time.isAfter(LAST)) {
            throw new BatonException("A job cannot be due, nor a queue paused, after the year 8999: " + time);
        }
        return time.isBefore(Instant.EPOCH) ? NOW : new At(time);
    }
}
