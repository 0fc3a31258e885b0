package io.baton.permit;

import io.baton.Rate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The permits of a limit: so many at once, or so many in a period.
 *
 * @param capacity how many may hold a permit at once; null for a rate
 * @param rate how many permits there are in a period; null if they are released
 */
public record Limit(@Nullable Integer capacity, @Nullable Rate rate) {

    /** Returns a limit for how many hold a permit at once. */
    public static Limit of(int capacity) {
        return new Limit(capacity, null);
    }

    /** Returns a limit for how many start in a period. */
    public static Limit of(Rate rate) {
        return new Limit(null, Objects.requireNonNull(rate, "rate"));
    }

    /** Returns the text by which the value of the properties is stored. */
    public String text() {
        return rate == null
                ? String.valueOf(capacity)
                : rate.permits() + "/" + rate.per().toMillis() + "ms/" + rate.burst();
    }
}
