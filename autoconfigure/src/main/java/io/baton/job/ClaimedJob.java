package io.baton.job;

import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as its claimer got it.
 *
 * @param attempt the attempt that this claim is, from 1
 * @param crashes how many workers died while running it since it last came to an outcome
 */
public record ClaimedJob(
        long id,
        UUID lockId,
        String type,
        String queue,
        int priority,
        int attempt,
        int crashes,
        @Nullable Integer maxAttempts,
        Instant enqueuedAt,
        Instant dueAt,
        @Nullable String payload,
        @Nullable String checkpoint) {

    /** After this many crashes a job runs alone, and is charged with a further one only if its worker held nothing else. */
    public static final int CRASHES_OF_SUSPECTS = 2;

    /** The order in which jobs of a queue are due to run. */
    public static final Comparator<ClaimedJob> ORDER = Comparator.comparingInt((ClaimedJob job) -> ~job.priority)
            .thenComparing(ClaimedJob::dueAt)
            .thenComparingLong(ClaimedJob::id);

    /** What every write about this claim must name. */
    public Fence fence() {
        return new Fence(id, lockId);
    }

    /** Everything but the payload, which may hold secrets. */
    @Override
    public String toString() {
        return "job " + id + " (" + type + ", " + queue + ", attempt " + attempt + ")";
    }
}
