package io.baton.permit;

import io.baton.Rate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The value of a limit: how many permits jobs hold at once, or how many they get in a period.
 *
 * @param capacity how many jobs may hold a permit at once; null for a rate
 * @param rate how many permits come in a period; null for a semaphore
 */
public record Limit(@Nullable Integer capacity, @Nullable Rate rate) {

    public static Limit of(int capacity) {
        return new Limit(capacity, null);
    }

    public static Limit of(Rate rate) {
        return new Limit(null, Objects.requireNonNull(rate, "rate"));
    }

    /** Returns the text that the database stores for the value of the properties. */
    public String text() {
        return rate == null
                ? String.valueOf(capacity)
                : rate.permits() + "/" + rate.per().toMillis() + "ms/" + rate.burst();
    }
}
