package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.job.Due;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** When a job may run, by the clock of the database. */
final class MemoryDue {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private MemoryDue() {}

    static void put(JobRow row, Due due, Instant now) {
        row.dueAt = time(due, now);
        row.state = row.dueAt.isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    static Instant after(Duration delay, Instant now) {
        return now.plus(delay.compareTo(LONGEST) > 0 ? LONGEST : delay).truncatedTo(ChronoUnit.MICROS);
    }

    static Instant time(Due due, Instant now) {
        if (due instanceof Due.At at) {
            return at.time().truncatedTo(ChronoUnit.MICROS);
        }
        return due instanceof Due.After after && !after.delay().isNegative() ? after(after.delay(), now) : now;
    }
}
