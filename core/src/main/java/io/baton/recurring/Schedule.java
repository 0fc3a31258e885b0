package io.baton.recurring;

import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A schedule, as its row was read.
 *
 * @param nextAt the next tick; null if there is none
 * @param lastTick the last tick that got a job; null if there is none
 * @param lastJob the last job of the schedule; null if there is none
 * @param declared the digest of the last declaration by code; null if the schedule was added at run time
 * @param knownAt when a node last marked the schedule as known
 * @param gone whether the schedule was stopped because no node had known it for long
 * @param now the time of the database when the row was read
 * @param calendars the calendars of this node, which have that of the schedule
 */
record Schedule(
        Definition definition,
        @Nullable Instant nextAt,
        @Nullable Instant lastTick,
        @Nullable Long lastJob,
        boolean paused,
        @Nullable String declared,
        Instant knownAt,
        boolean gone,
        Instant now,
        Calendars calendars) {

    String name() {
        return definition.name();
    }

    Recurrence recurrence() {
        return definition.recurrence();
    }

    /** Returns whether a tick that has passed needs its job. */
    boolean isDue() {
        return !paused && !gone && nextAt != null && !nextAt.isAfter(now);
    }

    /** Returns the next tick with another recurrence, or calendar. A tick that has passed and needs its job does not change. */
    @Nullable
    Instant nextAt(Recurrence other) {
        boolean same = recurrence().hasTicksOf(other) && other.calendar() == null;
        boolean stays = same || (isDue() && !other.never());
        return stays ? nextAt : DueTicks.resumed(other, calendars, lastTick, now);
    }

    /** Returns the next tick after a pause; ticks during the pause are left out. */
    @Nullable
    Instant nextAfterPause() {
        return nextAt == null || nextAt.isAfter(now)
                ? nextAt
                : DueTicks.resumed(recurrence(), calendars, lastTick, now);
    }
}
