package io.baton.recurring;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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
    static DueTicks of(Recurrence recurrence, Instant tick, Instant now) {
        Ticks ticks = ticks(recurrence);
        Instant last = ticks.last(tick, now);
        Instant next = ticks.after(last);
        MissedTicks missed = recurrence.missed();
        if (missed == MissedTicks.RUN_ALL && recurrence.overlap()) {
            return all(ticks, tick, last, next);
        }
        boolean late = Duration.between(last, now).compareTo(MISSED_AFTER) > 0;
        return new DueTicks(missed == MissedTicks.SKIP && late ? List.of() : List.of(last), next, null);
    }

    private static DueTicks all(Ticks ticks, Instant first, Instant last, @Nullable Instant next) {
        Deque<Instant> newest = new ArrayDeque<>(List.of(last));
        while (newest.getFirst().isAfter(first) && newest.size() < MOST) {
            newest.addFirst(ticks.last(first, newest.getFirst().minusNanos(1)));
        }
        Instant since = newest.getFirst().isAfter(first) ? newest.getFirst() : null;
        return new DueTicks(List.copyOf(newest), next, since);
    }

    /** Returns the first tick of a new schedule, which is now if it has an interval; null if there is none. */
    static @Nullable Instant first(Recurrence recurrence, Instant now) {
        return recurrence.every() != null ? now : ticks(recurrence).after(now);
    }

    /**
     * Returns the next tick of a schedule after a change of its recurrence, or after a pause. It is later than the last tick, which may be in the
     * future if the clock of the database was set back.
     */
    static @Nullable Instant resumed(Recurrence recurrence, @Nullable Instant lastTick, Instant now) {
        Ticks ticks = ticks(recurrence);
        if (lastTick != null && lastTick.isAfter(now)) {
            return ticks.after(lastTick);
        }
        if (recurrence.every() == null) {
            return ticks.after(now);
        }
        return lastTick == null ? now : ticks.after(ticks.last(lastTick, now));
    }

    static Ticks ticks(Recurrence recurrence) {
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
}
