package io.baton.recurring;

import io.baton.JobId;
import io.baton.Recurrence;
import io.baton.RecurringDetails;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recurring job as it was found. */
public record FoundRecurringJob(
        String name,
        String type,
        Recurrence recurrence,
        List<Instant> nextTicks,
        @Nullable Instant lastTick,
        @Nullable JobId lastJob,
        boolean paused,
        boolean declared,
        @Nullable String stopped)
        implements RecurringDetails {

    static RecurringDetails of(Schedule schedule) {
        String stopped = stopped(schedule);
        Long lastJob = schedule.lastJob();
        return new FoundRecurringJob(
                schedule.name(),
                schedule.definition().job().type(),
                schedule.recurrence(),
                stopped == null ? ticks(schedule) : List.of(),
                schedule.lastTick(),
                lastJob == null ? null : new JobId(lastJob),
                schedule.paused(),
                schedule.declared() != null,
                stopped);
    }

    private static @Nullable String stopped(Schedule schedule) {
        if (schedule.gone()) {
            return "No living node has known it since " + schedule.knownAt();
        }
        if (schedule.paused()) {
            return "It is paused";
        }
        if (schedule.nextAt() == null) {
            return "Its cron expression names no time to come: "
                    + schedule.recurrence().cron();
        }
        return null;
    }

    private static List<Instant> ticks(Schedule schedule) {
        Ticks ticks = DueTicks.ticks(schedule.recurrence());
        List<Instant> next = new ArrayList<>();
        for (Instant tick = schedule.nextAt(); tick != null && next.size() < TICKS; tick = ticks.after(tick)) {
            next.add(tick);
        }
        return next;
    }
}
