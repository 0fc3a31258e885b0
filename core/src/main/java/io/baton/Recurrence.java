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

/** Defines the ticks of a recurring job, and how missed and overlapping ticks are treated. Instances are immutable; methods return a new one. */
public final class Recurrence {

    /** The cron expression that has no ticks. */
    public static final String NEVER = "-";

    private static final ZoneId DEFAULT_ZONE = ZoneId.of("UTC");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3_660);
    private static final int LONGEST_CRON = 200;
    private static final int LONGEST_ZONE = 50;
    private static final LocalDateTime LEAP_YEAR = LocalDateTime.of(2024, 1, 1, 0, 0);

    private final @Nullable String cron;
    private final @Nullable Duration every;
    private final ZoneId zone;
    private final MissedTicks missed;
    private final boolean overlap;

    private Recurrence(
            @Nullable String cron, @Nullable Duration every, ZoneId zone, MissedTicks missed, boolean overlap) {
        this.cron = cron;
        this.every = every;
        this.zone = zone;
        this.missed = missed;
        this.overlap = overlap;
    }

    /**
     * Returns a recurrence by a cron expression of Spring, such as {@code "0 0 1 * * *"} or {@code "@daily"}, in UTC unless {@linkplain #zone(String)
     * another time zone} is set.
     *
     * @param expression second, minute, hour, day of month, month, day of week; {@value #NEVER} for no ticks
     * @throws BatonException if the expression cannot be read, or names a time that never comes
     */
    public static Recurrence cron(String expression) {
        return new Recurrence(
                checked(Objects.requireNonNull(expression, "the cron expression")
                        .strip()),
                null,
                DEFAULT_ZONE,
                MissedTicks.RUN_ONCE,
                true);
    }

    /**
     * Returns a recurrence by a fixed interval, which begins when the recurring job is added.
     *
     * @throws BatonException if the interval is not from a second to ten years
     */
    public static Recurrence every(Duration interval) {
        return new Recurrence(
                null,
                checked(Objects.requireNonNull(interval, "the interval")),
                DEFAULT_ZONE,
                MissedTicks.RUN_ONCE,
                true);
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
        if (other.getId().length() > LONGEST_ZONE) {
            throw new BatonException("The name of a time zone cannot be longer than " + LONGEST_ZONE + " characters");
        }
        return new Recurrence(cron, every, other, missed, overlap);
    }

    /** Returns this recurrence with a treatment of missed ticks. */
    public Recurrence missed(MissedTicks treatment) {
        return new Recurrence(
                cron, every, zone, Objects.requireNonNull(treatment, "the treatment of missed ticks"), overlap);
    }

    /** Returns this recurrence without jobs for ticks at which the last job has not ended. */
    public Recurrence withoutOverlap() {
        return overlap(false);
    }

    /** Returns this recurrence, in which a tick has or has no job while the last job has not ended. */
    public Recurrence overlap(boolean allowed) {
        return new Recurrence(cron, every, zone, missed, allowed);
    }

    /** Returns the cron expression; null if there is an interval. */
    @JsonProperty
    public @Nullable String cron() {
        return cron;
    }

    /** Returns the interval; null if there is a cron expression. */
    @JsonProperty
    public @Nullable Duration every() {
        return every;
    }

    /** Returns its time zone. */
    @JsonProperty
    public ZoneId zone() {
        return zone;
    }

    /** Returns the treatment of missed ticks. */
    @JsonProperty
    public MissedTicks missed() {
        return missed;
    }

    /** Returns whether a tick has a job although the last job has not ended. */
    @JsonProperty
    public boolean overlap() {
        return overlap;
    }

    /** Returns whether there are no ticks. */
    public boolean never() {
        return NEVER.equals(cron);
    }

    /** Returns whether the other one has the same ticks. */
    public boolean hasTicksOf(Recurrence other) {
        return Objects.equals(cron, other.cron) && Objects.equals(every, other.every) && zone.equals(other.zone);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Recurrence that && hasTicksOf(that) && missed == that.missed && overlap == that.overlap;
    }

    @Override
    public int hashCode() {
        return Objects.hash(cron, every, zone, missed, overlap);
    }

    @Override
    public String toString() {
        return (cron != null ? "cron " + cron : "every " + every) + " " + zone + ", missed " + missed
                + (overlap ? "" : ", without overlap");
    }
}
