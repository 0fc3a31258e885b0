package io.baton.recurring;

import io.baton.Recurrence;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds the next tick of a schedule that changes. */
final class Rescheduling {

    private Rescheduling() {}

    /** Returns it for another recurrence. A tick that has passed and wants its job stays. */
    static @Nullable Instant nextAt(Schedule schedule, Recurrence recurrence) {
        boolean stays = schedule.recurrence().hasTicksOf(recurrence) || (schedule.isDue() && !recurrence.never());
        return stays ? schedule.nextAt() : DueTicks.resumed(recurrence, schedule.lastTick(), schedule.now());
    }

    /** Returns it for the end of a pause: those that passed meanwhile are left out. */
    static @Nullable Instant afterPause(Schedule schedule) {
        Instant next = schedule.nextAt();
        return next == null || next.isAfter(schedule.now())
                ? next
                : DueTicks.resumed(schedule.recurrence(), schedule.lastTick(), schedule.now());
    }
}
