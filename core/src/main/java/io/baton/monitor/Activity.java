package io.baton.monitor;

import io.baton.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the runs of jobs that started and ended in a span of time.
 *
 * @param failed how many failed attempts are repeated
 * @param waited the sum of the times for which the jobs that started had been due, in microseconds
 * @param longestWait the longest of these times
 */
public record Activity(
        long started, long completed, long cancelled, long failed, long died, long waited, long longestWait) {

    public static final Activity NONE = new Activity(0, 0, 0, 0, 0, 0, 0);

    /** The queue and type of runs; null for those of several. */
    public record Kind(@Nullable String queue, @Nullable String type) {

        /** The runs of any queues and types. */
        public static final Kind OTHERS = new Kind(null, null);
    }

    /** Returns the count of a run that started after its job had been due for so many microseconds. */
    static Activity started(long waited) {
        return new Activity(1, 0, 0, 0, 0, waited, waited);
    }

    /** Returns the count of a run that ended; {@link #NONE} if its job goes on without a failure. */
    static Activity ended(RunOutcome outcome) {
        return switch (outcome) {
            case COMPLETED -> new Activity(0, 1, 0, 0, 0, 0, 0);
            case CANCELLED -> new Activity(0, 0, 1, 0, 0, 0, 0);
            case RETRIED -> new Activity(0, 0, 0, 1, 0, 0, 0);
            case DEAD -> new Activity(0, 0, 0, 0, 1, 0, 0);
            default -> NONE;
        };
    }

    /** Returns the counts of both together. */
    public Activity plus(Activity other) {
        return new Activity(
                started + other.started,
                completed + other.completed,
                cancelled + other.cancelled,
                failed + other.failed,
                died + other.died,
                waited + other.waited,
                Math.max(longestWait, other.longestWait));
    }
}
