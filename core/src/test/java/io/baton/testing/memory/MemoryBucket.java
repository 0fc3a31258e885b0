package io.baton.testing.memory;

import io.baton.Rate;
import java.time.Duration;
import java.time.Instant;

/**
 * The permits of a rate that are there at a moment.
 *
 * @param since the time since permits were taken last
 * @param unstarted how many jobs have one and have not been claimed
 */
record MemoryBucket(Rate rate, double permits, Duration since, Instant moment, int unstarted) {

    private static final double ROUNDED = 1e-6;
    private static final Duration PORTION = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(2);
    private static final Duration TURNED_BACK = Duration.ofMinutes(-1);

    static MemoryBucket of(LimitRow row, Rate rate, Instant now, int unstarted) {
        Instant filled = row.filledAt() == null ? now : row.filledAt();
        Duration since = Duration.between(filled, now);
        double before = row.permits() == null ? rate.burst() : row.permits();
        double come = since.isNegative() ? 0 : nanos(since) * rate.permits() / nanos(rate.per());
        Instant moment = isBefore(since) ? filled : now;
        return new MemoryBucket(rate, Math.min(rate.burst(), before + come), since, moment, unstarted);
    }

    private static boolean isBefore(Duration since) {
        return since.isNegative() && since.compareTo(TURNED_BACK) > 0;
    }

    /** More than a long has. */
    private static double nanos(Duration duration) {
        return duration.getSeconds() * 1e9 + duration.getNano();
    }

    int free() {
        return Math.max(0, Math.min((int) (permits + ROUNDED), rate.burst() - unstarted));
    }

    /** Whether there are permits, for which others have to start first. */
    boolean isHeldUp() {
        return permits + ROUNDED >= 1 && free() == 0;
    }

    MemoryBucket less(int taken) {
        return new MemoryBucket(rate, permits - taken, since, moment, unstarted + taken);
    }

    /** Whether it is to be written though nothing was taken: the clock was turned back for long. */
    boolean isTurnedBack() {
        return since.isNegative() && !isBefore(since);
    }

    /** Whether others that have permits have not started for long. */
    boolean isStuck() {
        return isHeldUp() && since.compareTo(LONG) >= 0;
    }

    Duration untilNext() {
        double perPermit = nanos(rate.per()) / rate.permits();
        double one = (1 - permits) * perPermit;
        double all = (rate.burst() - permits) * perPermit;
        return Duration.ofNanos((long) Math.ceil(Math.max(1_000, Math.max(one, Math.min(all, nanos(PORTION))))));
    }

    /** Whether all permits would be there by then. */
    boolean isFull() {
        return permits + ROUNDED >= rate.burst();
    }
}
