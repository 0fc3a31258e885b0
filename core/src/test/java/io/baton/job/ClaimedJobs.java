package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Plain jobs as claims return them. */
public final class ClaimedJobs {

    private ClaimedJobs() {}

    /** Returns a job in its first attempt, without payload, whose lock id has the number of the job. */
    public static ClaimedJob plain(long id, String type, String queue) {
        return plain(id, new UUID(0, id), type, queue, 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, null);
    }

    /** Returns a job that was read completely, and has no checkpoint. */
    public static ClaimedJob plain(
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
            @Nullable String payload) {
        return new ClaimedJob(
                new Fence(id, lockId),
                type,
                queue,
                null,
                priority,
                attempt,
                crashes,
                maxAttempts,
                enqueuedAt,
                dueAt,
                payload,
                null,
                0,
                Ties.NONE,
                null,
                null,
                Duration.ZERO);
    }
}
