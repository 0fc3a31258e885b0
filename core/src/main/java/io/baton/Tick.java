package io.baton;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The scheduled time for which a recurring job was enqueued. No delay, retry or restart changes it. A handler takes it as a parameter, or calls
 * {@link JobContext#tick()}.
 *
 * @param schedule the name of the recurring job
 * @param at the scheduled time of the job
 * @param zone the time zone of the schedule
 */
public record Tick(String schedule, Instant at, ZoneId zone) {

    /** Returns the business day: the day of the tick in the time zone of the schedule, also if the job runs after midnight. */
    public LocalDate day() {
        return LocalDate.ofInstant(at, zone);
    }
}
