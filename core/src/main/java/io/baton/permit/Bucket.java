package io.baton.permit;

import io.baton.Rate;
import java.time.Duration;
import java.time.Instant;

/**
 * The permits that a rate has at a moment of the database's clock.
 *
 * @param since the time since the last permits were taken
 * @param unstarted how many jobs with a permit have not been claimed yet, all of which may start at the same moment
 */
record Bucket(String name, Rate rate, double permits, Duration since, Instant moment, int unstarted) {

    /** Allows for rounding errors of fractions. */
    private static final double ROUNDED = 1e-6;

    private static final Duration PORTION = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(2);

    /** Returns the bucket with the permits that came since then. A clock that was set back adds none. */
    static Bucket filled(String name, Rate rate, double before, Duration since, Instant moment, int unstarted) {
        double come = Math.max(0, micros(since)) * rate.permits() / micros(rate.per());
        return new Bucket(name, rate, Math.min(rate.burst(), before + come), since, moment, unstarted);
    }

    private static double micros(Duration duration) {
        return duration.toNanos() / 1_000.0;
    }

    /** Returns how many jobs may have a permit now. */
    int free() {
        return Math.max(0, Math.min((int) (permits + ROUNDED), rate.burst() - unstarted));
    }

    /** Returns whether the bucket has permits that it cannot give before unstarted jobs have started. */
    boolean isHeldUp() {
        return permits + ROUNDED >= 1 && free() == 0;
    }

    /** Returns whether unstarted jobs have kept all other jobs from starting for two seconds. */
    boolean isStuck() {
        return isHeldUp() && since.compareTo(LONG) >= 0;
    }

    Bucket less(int taken) {
        return new Bucket(name, rate, permits - taken, since, moment, unstarted + taken);
    }

    /** Returns the time until the next permit comes. Permits that come within 50 milliseconds are waited for together. */
    Duration untilNext() {
        double perPermit = micros(rate.per()) / rate.permits();
        double one = (1 - permits) * perPermit;
        double all = (rate.burst() - permits) * perPermit;
        double micros = Math.max(one, Math.min(all, micros(PORTION)));
        return Duration.ofNanos((long) Math.ceil(Math.max(1, micros)) * 1_000);
    }
}
