package io.baton.handler;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * How long a failed job waits for its next attempt.
 *
 * @param delay the wait after the first failure
 * @param multiplier the factor by which each further wait grows
 * @param maxDelay the longest wait, including the random share
 * @param jitter the share of each wait that is random, between 0 and 1
 * @param notOn the exceptions, with their subclasses, after which the job is dead at once
 */
public record RetryRule(
        Duration delay, double multiplier, Duration maxDelay, double jitter, List<Class<? extends Throwable>> notOn) {

    public RetryRule {
        require(!delay.isNegative(), "delay must not be negative, but is " + delay);
        require(
                multiplier >= 1 && multiplier < Double.POSITIVE_INFINITY,
                "multiplier must be 1 or more, but is " + multiplier);
        require(!maxDelay.isNegative(), "maxDelay must not be negative, but is " + maxDelay);
        require(jitter >= 0 && jitter <= 1, "jitter must be between 0 and 1, but is " + jitter);
        notOn = List.copyOf(notOn);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    boolean isFinal(Throwable failure) {
        return notOn.stream().anyMatch(type -> type.isInstance(failure));
    }

    /** Returns the wait after this attempt, which is 1 for the first. */
    Duration delayAfter(int attempt, RandomGenerator random) {
        if (delay.isZero()) {
            // zero times an infinite growth would not be a number
            return delay;
        }
        double growth = Math.pow(multiplier, Math.max(0, attempt - 1));
        long longest = TimeUnit.NANOSECONDS.convert(maxDelay);
        double nanos = Math.min(TimeUnit.NANOSECONDS.convert(delay) * growth, (double) longest);
        double spread = nanos * (1 + jitter * (2 * random.nextDouble() - 1));
        return Duration.ofNanos(Math.min(Math.round(spread), longest));
    }
}
