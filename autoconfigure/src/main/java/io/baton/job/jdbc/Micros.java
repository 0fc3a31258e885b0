package io.baton.job.jdbc;

import io.baton.job.Due;
import java.time.Duration;

/** Durations as the databases count them. */
final class Micros {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Micros() {}

    /** At most a hundred years, which every database can add to the present. */
    static long of(Duration duration) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        return Math.addExact(Math.multiplyExact(bounded.getSeconds(), 1_000_000L), bounded.getNano() / 1_000L);
    }

    static long of(Due due) {
        return due instanceof Due.After after ? of(after.delay()) : 0;
    }

    static Duration duration(long micros) {
        return Duration.ofSeconds(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000L);
    }
}
