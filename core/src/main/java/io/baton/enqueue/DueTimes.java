package io.baton.enqueue;

import io.baton.BatonException;
import io.baton.job.Due;
import java.time.Duration;
import java.time.Instant;

/** Converts due times of callers, within limits that every database can store. */
public final class DueTimes {

    private static final Duration LONGEST = Duration.ofDays(365 * 100);
    private static final Instant LAST = Instant.parse("9000-01-01T00:00:00Z");

    private DueTimes() {}

    /** Returns the due time after a delay. */
    public static Due after(Duration delay) {
        if (delay.isNegative()) {
            throw new BatonException("A job cannot be delayed by a negative time: " + delay);
        }
        if (delay.compareTo(LONGEST) > 0) {
            throw new BatonException("A job cannot be delayed by more than 100 years: " + delay);
        }
        return delay.isZero() ? Due.NOW : new Due.After(delay);
    }

    /**
     * Returns the time if it is positive and within these limits.
     *
     * @param what the beginning of the exception's message
     */
    static Duration positive(String what, Duration time) {
        if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
            throw new BatonException(what + " for a positive time of up to 100 years, not for " + time);
        }
        return time;
    }

    /** Returns the due time at an instant; an instant before 1970 is due now. */
    public static Due at(Instant time) {
        if (time.isAfter(LAST)) {
            throw new BatonException("A job cannot be due, nor a queue paused, after the year 8999: " + time);
        }
        return time.isBefore(Instant.EPOCH) ? Due.NOW : new Due.At(time);
    }
}
