package io.baton.loop;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;

/** Formats durations for users: {@code 0.3 s}, {@code 45 s}, {@code 2 min 30 s}, {@code 3 h}, {@code 7 d}. */
public final class DurationText {

    private static final MathContext TWO_DIGITS = new MathContext(2);

    private DurationText() {}

    /** Returns the text of a duration, with at most two units, or with two digits of seconds. */
    public static String of(Duration duration) {
        if (duration.isNegative()) {
            return "-" + of(duration.negated());
        }
        if (duration.toMinutes() == 0) {
            return seconds(duration);
        }
        if (duration.toHours() == 0) {
            return units(duration.toMinutes(), "min", duration.toSecondsPart(), "s");
        }
        return duration.toDays() == 0
                ? units(duration.toHours(), "h", duration.toMinutesPart(), "min")
                : units(duration.toDays(), "d", duration.toHoursPart(), "h");
    }

    private static String seconds(Duration duration) {
        BigDecimal seconds = BigDecimal.valueOf(duration.toNanos(), 9);
        return seconds.round(TWO_DIGITS).stripTrailingZeros().toPlainString() + " s";
    }

    private static String units(long many, String unit, int rest, String smaller) {
        return rest == 0 ? many + " " + unit : many + " " + unit + " " + rest + " " + smaller;
    }
}
