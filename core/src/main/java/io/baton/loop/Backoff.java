package io.baton.loop;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Growing pauses after consecutive failures. Each is partly random, so that nodes that fail together do not return together. For a single thread. */
public final class Backoff {

    private static final int DOUBLINGS = 16;

    private final Duration first;
    private final Duration longest;
    private final RandomGenerator random;
    private int failures;

    public Backoff(Duration first, Duration longest, RandomGenerator random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
    }

    /** Records a failure; returns the length of the pause. */
    public Duration afterFailure() {
        long grown = first.toNanos() << Math.min(failures++, DOUBLINGS);
        long bounded = Math.min(grown, longest.toNanos());
        return Duration.ofNanos((long) (bounded * (0.5 + random.nextDouble() / 2)));
    }

    public int failures() {
        return failures;
    }

    public void reset() {
        failures = 0;
    }
}
