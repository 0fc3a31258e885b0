package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;

/**
 * A number of permits per period, and how many of them may be used at once.
 *
 * @param permits how many permits come in each period
 * @param per the period
 * @param burst how many permits may be used at once after a time in which none was used
 */
public record Rate(
        @JsonProperty int permits,
        @JsonProperty Duration per,
        @JsonProperty int burst) {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final Duration SMOOTHED = Duration.ofMillis(100);
    private static final Duration SECOND = Duration.ofSeconds(1);
    /** Permits per second. Above this, a check that is a little late would lose too many permits. */
    private static final int MOST_WITHOUT_BURST = 5;

    private static final int MOST = 1_000_000;

    /**
     * Creates a rate.
     *
     * @throws BatonException if there are not 1 to 1,000,000 permits at once and per period, or the period is not between a millisecond and a year
     */
    public Rate {
        check(permits >= 1 && permits <= MOST, permits + " permits", "from 1 to " + MOST);
        check(per.compareTo(SHORTEST) >= 0 && per.compareTo(LONGEST) <= 0, "a period of " + per, "from 1 ms to a year");
        check(burst >= 1 && burst <= MOST, "a burst of " + burst, "from 1 to " + MOST);
    }

    private static void check(boolean right, String said, String allowed) {
        if (!right) {
            throw new BatonException("A rate cannot have " + said + "; it is " + allowed);
        }
    }

    /**
     * Returns a rate whose permits are spread evenly over the period. Its burst is the permits of a tenth of a second: at least one, and at least two
     * above five permits per second.
     *
     * @throws BatonException if there are not 1 to 1,000,000 permits, or the period is not between a millisecond and a year
     */
    public static Rate of(int permits, Duration per) {
        boolean known = per.compareTo(SHORTEST) >= 0 && per.compareTo(LONGEST) <= 0;
        long millis = known ? per.toMillis() : 1;
        long atOnce = permits * SMOOTHED.toMillis() / millis;
        int least = permits * SECOND.toMillis() > MOST_WITHOUT_BURST * millis ? 2 : 1;
        return new Rate(permits, per, (int) Math.max(least, Math.min(MOST, atOnce)));
    }

    /**
     * Returns the same rate with a burst: this number of permits may be used at once after a time in which none was used.
     *
     * @throws BatonException if the burst is not from 1 to 1,000,000
     */
    public Rate withBurst(int atOnce) {
        return new Rate(permits, per, atOnce);
    }

    @Override
    public String toString() {
        return permits + " per " + per + ", " + burst + " at once";
    }
}
