package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * Defines the ticks of a recurring job, and how missed and overlapping ticks are treated.
 *
 * @param cron the cron expression; null if there is an interval
 * @param every the interval; null if there is a cron expression
 * @param missed the treatment of missed ticks
 * @param overlap whether a tick has a job although the last job has not ended
 * @param calendar the calendar whose closed days have no ticks; null if there is none
 */
public record Recurrence(
        @JsonProperty @Nullable String cron,
        @JsonProperty @Nullable Duration every,
        @JsonProperty ZoneId zone,
        @JsonProperty MissedTicks missed,
        @JsonProperty boolean overlap,
        @JsonProperty @Nullable String calendar) {

    /** The cron expression that has no ticks. */
    public static final String NEVER = "-";

    private static final ZoneId DEFAULT_ZONE = ZoneId.of("UTC");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3_660);
    private static final int LONGEST_CRON = 200;
    private static final int LONGEST_ZONE = 50;
    private static final int LONGEST_CALENDAR = 100;
    private static final LocalDateTime LEAP_YEAR = LocalDateTime.of(2024, 1, 1, 0, 0);

    /**
     * Creates a recurrence; {@link #cron(String)} and {@link #every(Duration)} do the same with defaults.
     *
     * @throws BatonException if there is not either a cron expression or an interval, or a part is not valid
     */
    public Recurrence {
        if ((cron == null) == (every == null)) {
            throw new BatonException("A job recurs either by a cron expression or by an interval");
        }
        cron = cron == null ? null : checked(cron.strip());
        every = every == null ? null : checked(every);
        if (zone.getId().length() > LONGEST_ZONE) {
            throw new BatonException("The name of a time zone cannot be longer than " + LONGEST_ZONE + " characters");
        }
        Objects.requireNonNull(missed, "the treatment of missed ticks");
        calendar = calendar == null || calendar.isBlank() ? null : calendar.strip();
        if (calendar != null && (every != null || calendar.length() > LONGEST_CALENDAR)) {
            throw new BatonException(
                    every == null
                            ? "The name of a calendar cannot be longer than " + LONGEST_CALENDAR + " characters"
                            : "A job that recurs by an interval cannot have the calendar \"" + calendar
                                    + "\". Use a cron expression, such as \"0 */10 * * * *\", or set an empty calendar");
        }
    }

    /**
     * Returns a recurrence by a cron expression of Spring, such as {@code "0 0 1 * * *"} or {@code "@daily"}, in UTC unless {@linkplain #zone(String)
     * another time zone} is set.
     *
     * @param expression second, minute, hour, day of month, month, day of week; {@value #NEVER} for no ticks
     * @throws BatonException if the expression cannot be read, or names a time that never comes
     */
    public static Recurrence cron(String expression) {
        Objects.requireNonNull(expression, "the cron expression");
        return new Recurrence(expression, null, DEFAULT_ZONE, MissedTicks.RUN_ONCE, true, null);
    }

    /**
     * Returns a recurrence by a fixed interval, which begins when the recurring job is added.
     *
     * @throws BatonException if the interval is not from a second to ten years
     */
    public static Recurrence every(Duration interval) {
        Objects.requireNonNull(interval, "the interval");
        return new Recurrence(null, interval, DEFAULT_ZONE, MissedTicks.RUN_ONCE, true, null);
    }

    private static String checked(String expression) {
        if (expression.length() > LONGEST_CRON) {
            throw new BatonException("A cron expression cannot be longer than " + LONGEST_CRON + " characters");
        }
        if (!expression.equals(NEVER) && parsed(expression).next(LEAP_YEAR) == null) {
            throw new BatonException("The cron expression \"" + expression + "\" names a time that never comes");
        }
        return expression;
    }

    private static CronExpression parsed(String expression) {
        try {
            return CronExpression.parse(expression);
        } catch (IllegalArgumentException e) {
            throw new BatonException(
                    "\"" + expression + "\" is not a cron expression: " + e.getMessage()
                            + ". It has six fields, such as \"0 0 1 * * *\" for one o'clock each night",
                    e);
        }
    }

    private static Duration checked(Duration interval) {
        if (interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
            throw new BatonException(
                    "A job can recur every second at most and every ten years at least, not every " + interval);
        }
        return interval.truncatedTo(ChronoUnit.MICROS);
    }

    /**
     * Returns this recurrence in a time zone, such as {@code "Europe/Berlin"}.
     *
     * @throws BatonException if there is no such zone
     */
    public Recurrence zone(String id) {
        try {
            return zone(ZoneId.of(Objects.requireNonNull(id, "the time zone").strip()));
        } catch (DateTimeException e) {
            throw new BatonException(
                    "\"" + id + "\" is not a time zone; they have names such as \"Europe/Berlin\" or \"UTC\"", e);
        }
    }

    /** Returns this recurrence in a time zone. */
    public Recurrence zone(ZoneId other) {
        return new Recurrence(cron, every, other, missed, overlap, calendar);
    }

    /** Returns this recurrence with a treatment of missed ticks. */
    public Recurrence missed(MissedTicks treatment) {
        return new Recurrence(cron, every, zone, treatment, overlap, calendar);
    }

    /** Returns this recurrence without jobs for ticks at which the last job has not ended. */
    public Recurrence withoutOverlap() {
        return overlap(false);
    }

    /** Returns this recurrence, in which a tick has or has no job while the last job has not ended. */
    public Recurrence overlap(boolean allowed) {
        return new Recurrence(cron, every, zone, missed, allowed, calendar);
    }

    /** Returns this recurrence without ticks on days that a calendar below {@code baton.calendars} closes; null or an empty name for no calendar. */
    public Recurrence calendar(@Nullable String name) {
        return new Recurrence(cron, every, zone, missed, overlap, name);
    }

    /** Returns whether there are no ticks. */
    public boolean never() {
        return NEVER.equals(cron);
    }

    /** Returns whether the other one has the same ticks. */
    public boolean hasTicksOf(Recurrence other) {
        return Objects.equals(cron, other.cron)
                && Objects.equals(every, other.every)
                && zone.equals(other.zone)
                && Objects.equals(calendar, other.calendar);
    }

    @Override
    public String toString() {
        return (cron != null ? "cron " + cron : "every " + every) + " " + zone + ", missed " + missed
                + (overlap ? "" : ", without overlap") + (calendar == null ? "" : ", calendar " + calendar);
    }
}
