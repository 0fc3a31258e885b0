package io.baton.recurring;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import io.baton.calendar.WorkCalendar;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * What a schedule does about ticks that have passed.
 *
 * @param ticks the ticks that each get a job
 * @param next the next tick; null if there is none
 * @param since the first tick with a job, if earlier ones were left out because they were too many; else null
 */
record DueTicks(
        List<Instant> ticks,
        @Nullable Instant next,
        @Nullable Instant since) {

    private static final Duration MISSED_AFTER = Duration.ofMinutes(1);
    private static final int MOST = 100;

    /** Returns the effect of a tick that has passed, and of later ticks that have passed. */
    static DueTicks of(Recurrence recurrence, Calendars calendars, Instant tick, Instant now) {
        Ticks ticks = ticks(recurrence, calendars);
        Instant last = ticks.last(tick, now);
        Instant next = ticks.after(last);
        MissedTicks missed = recurrence.missed();
        if (missed == MissedTicks.RUN_ALL && recurrence.overlap()) {
            return all(ticks, tick, last, next);
        }
        boolean late = Duration.between(last, now).compareTo(MISSED_AFTER) > 0;
        boolean skipped = (missed == MissedTicks.SKIP && late) || !ticks.has(last);
        return new DueTicks(skipped ? List.of() : List.of(last), next, null);
    }

    private static DueTicks all(Ticks ticks, Instant first, Instant last, @Nullable Instant next) {
        Deque<Instant> newest = new ArrayDeque<>(List.of(last));
        while (newest.getFirst().isAfter(first) && newest.size() < MOST) {
            newest.addFirst(ticks.last(first, newest.getFirst().minusNanos(1)));
        }
        Instant since = newest.getFirst().isAfter(first) ? newest.getFirst() : null;
        return new DueTicks(newest.stream().filter(ticks::has).toList(), next, since);
    }

    /** Returns the first tick of a new schedule, which is now if it has an interval; null if there is none. */
    static @Nullable Instant first(Recurrence recurrence, Calendars calendars, Instant now) {
        return recurrence.every() != null ? now : ticks(recurrence, calendars).after(now);
    }

    /**
     * Returns the next tick of a schedule after a change of its recurrence, or after a pause. It is later than the last tick, which may be in the
     * future if the clock of the database was set back.
     */
    static @Nullable Instant resumed(
            Recurrence recurrence, Calendars calendars, @Nullable Instant lastTick, Instant now) {
        Ticks ticks = ticks(recurrence, calendars);
        if (lastTick != null && lastTick.isAfter(now)) {
            return ticks.after(lastTick);
        }
        if (recurrence.every() == null) {
            return ticks.after(now);
        }
        return lastTick == null ? now : ticks.after(ticks.last(lastTick, now));
    }

    static Ticks ticks(Recurrence recurrence, Calendars calendars) {
        String calendar = recurrence.calendar();
        Ticks all = ticks(recurrence);
        return calendar == null ? all : new WorkingTicks(all, recurrence.zone(), calendars.get(calendar));
    }

    private static Ticks ticks(Recurrence recurrence) {
        if (recurrence.never()) {
            return time -> null;
        }
        String cron = recurrence.cron();
        return cron != null
                ? CronTicks.of(cron, recurrence.zone())
                : new IntervalTicks(Objects.requireNonNull(recurrence.every()));
    }

    /** Ticks at an interval, each of which is counted from the one before. */
    private record IntervalTicks(Duration interval) implements Ticks {

        @Override
        public Instant after(Instant tick) {
            return tick.plus(interval);
        }

        @Override
        public Instant last(Instant tick, Instant now) {
            return tick.plus(interval.multipliedBy(Duration.between(tick, now).dividedBy(interval)));
        }
    }

    /** Ticks without those on days that a calendar closes; each is on the day that it has in the zone of the schedule. */
    private record WorkingTicks(Ticks all, ZoneId zone, WorkCalendar calendar) implements Ticks {

        /** More than the days in a row that the days of the week can close: 29 February, one of them each four years. */
        private static final int MOST_CLOSED = 400;

        @Override
        public @Nullable Instant after(Instant time) {
            Instant tick = all.after(time);
            for (int left = MOST_CLOSED + calendar.dates().size(); tick != null && !has(tick); left--) {
                Instant dayAfter = day(tick).plusDays(1).atStartOfDay(zone).toInstant();
                tick = left > 0 ? all.after(dayAfter.minusNanos(1)) : null;
            }
            return tick;
        }

        @Override
        public boolean has(Instant tick) {
            return !calendar.closes(day(tick));
        }

        private LocalDate day(Instant tick) {
            return LocalDate.ofInstant(tick, zone);
        }
    }

    /** The times at which the jobs of a schedule are to start. */
    @FunctionalInterface
    interface Ticks {

        /** Returns the first tick after this time; null if there is none. */
        @Nullable
        Instant after(Instant time);

        /** Returns whether a tick that was computed earlier is one. */
        default boolean has(Instant tick) {
            return true;
        }

        /**
         * Returns the last tick that is not after {@code now}. The given tick is not after it either. Uses a binary search, since thousands of ticks may
         * have passed. Ticks lie on whole seconds.
         */
        default Instant last(Instant tick, Instant now) {
            Instant next = between(tick, now);
            if (next == null) {
                return tick;
            }
            Instant last = next;
            Instant early = tick;
            Instant late = now;
            while (late.getEpochSecond() - early.getEpochSecond() > 1) {
                Instant middle = Instant.ofEpochSecond((early.getEpochSecond() + late.getEpochSecond()) / 2);
                next = between(middle, now);
                if (next == null) {
                    late = middle;
                } else {
                    early = middle;
                    last = next;
                }
            }
            return last;
        }

        private @Nullable Instant between(Instant time, Instant now) {
            Instant next = after(time);
            return next == null || next.isAfter(now) ? null : next;
        }
    }

    /**
     * The ticks of a cron expression, in a time zone with clock changes.
     *
     * @param eachHour whether ticks come in every hour that passes; otherwise they follow the local time: a tick in a gap comes at the end of the gap,
     *     and a tick at a time that comes twice comes the first time
     */
    private record CronTicks(CronExpression cron, ZoneRules rules, boolean eachHour) implements Ticks {

        private static final Pattern BLANKS = Pattern.compile("\\s+");
        private static final int HOURS = 2;
        private static final String HOURLY = "@hourly";

        static CronTicks of(String expression, ZoneId zone) {
            List<String> fields = BLANKS.splitAsStream(expression).toList();
            boolean eachHour = fields.size() > HOURS ? fields.get(HOURS).equals("*") : expression.equals(HOURLY);
            return new CronTicks(CronExpression.parse(expression), zone.getRules(), eachHour);
        }

        @Override
        public @Nullable Instant after(Instant time) {
            return eachHour ? afterInRealTime(time) : afterOnTheWall(time);
        }

        /** Searches each stretch between two clock changes, in which local time advances evenly. */
        private @Nullable Instant afterInRealTime(Instant time) {
            ZoneOffset offset = rules.getOffset(time);
            LocalDateTime local = LocalDateTime.ofInstant(time, offset);
            ZoneOffsetTransition change = rules.nextTransition(time);
            LocalDateTime tick = cron.next(local);
            while (tick != null && change != null && !tick.toInstant(offset).isBefore(change.getInstant())) {
                offset = change.getOffsetAfter();
                tick = cron.next(change.getDateTimeAfter().minusNanos(1));
                change = rules.nextTransition(change.getInstant());
            }
            return tick == null ? null : tick.toInstant(offset);
        }

        private @Nullable Instant afterOnTheWall(Instant time) {
            LocalDateTime local = LocalDateTime.ofInstant(time, rules.getOffset(time));
            ZoneOffsetTransition change = rules.getTransition(local);
            if (change != null && change.isOverlap() && !time.isBefore(change.getInstant())) {
                local = change.getDateTimeBefore().minusNanos(1);
            }
            LocalDateTime tick = cron.next(local);
            return tick == null ? null : instant(tick);
        }

        private Instant instant(LocalDateTime local) {
            ZoneOffsetTransition change = rules.getTransition(local);
            if (change == null) {
                return local.toInstant(rules.getOffset(local));
            }
            return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
        }
    }
}
