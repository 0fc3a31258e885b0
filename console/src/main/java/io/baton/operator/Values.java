package io.baton.operator;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/** Reads the values of operators' requests. */
final class Values {

    /** Each value that can be a time can also be a duration. */
    private static final String WHEN = "a duration such as 10m or 1h30m, or a time such as 2027-01-31T22:00:00Z";

    private Values() {}

    static long id(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw RefusedException.invalid("The id must be a number");
        }
    }

    static int number(@Nullable String text, String what) {
        try {
            return Integer.parseInt(required(text, what).strip());
        } catch (NumberFormatException e) {
            throw RefusedException.invalid("\"value\" must be " + what);
        }
    }

    /** Returns a duration such as {@code 10m}, {@code 1h30m} or {@code PT10M}. */
    static Duration duration(@Nullable String text) {
        try {
            Duration duration =
                    DurationFormatterUtils.detectAndParse(required(text, WHEN).strip());
            if (duration.isNegative()) {
                throw RefusedException.invalid("\"value\" must not be negative");
            }
            return duration;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw RefusedException.invalid("\"value\" must be " + WHEN);
        }
    }

    /** Returns a time such as {@code 2027-01-31T22:00:00Z}. */
    static Instant time(@Nullable String text) {
        try {
            return Instant.parse(required(text, WHEN).strip());
        } catch (DateTimeParseException e) {
            throw RefusedException.invalid("\"value\" must be " + WHEN);
        }
    }

    /** Returns whether the text is a duration rather than a time. */
    static boolean isDuration(@Nullable String text) {
        return text != null && !text.contains("-");
    }

    private static String required(@Nullable String text, String what) {
        if (text == null || text.isBlank()) {
            throw RefusedException.invalid("\"value\" is missing; it must be " + what);
        }
        return text;
    }
}
