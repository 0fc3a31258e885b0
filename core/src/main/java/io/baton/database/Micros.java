package io.baton.database;

import java.time.Duration;

/** Durations in the microseconds that databases count. */
public final class Micros {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Micros() {}

    /** Returns a duration in microseconds, bounded to a hundred years, which every database can add to the present. */
    public static long of(Duration duration) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        return Math.addExact(Math.multiplyExact(bounded.getSeconds(), 1_000_000L), bounded.getNano() / 1_000L);
    }

    public static Duration duration(long micros) {
        return Duration.ofSeconds(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }
}
