package io.baton;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The time for which a recurring job was enqueued: that of its schedule, which no delay, retry or restart changes. A handler takes it as a
 * parameter, or calls {@link JobContext#tick()}.
 *
 * @param schedule the name of the recurring job
 * @param at when the job was to start
 * @param zone the time zone of the schedule
 */
public record Tick(String schedule, Instant at, ZoneId zone) {

    /** Returns the business day: the day of the tick in the time zone of the schedule, also when the job runs after midnight. */
    public LocalDate day() {
        return LocalDate.ofInstant(at, zone);
    }
}
