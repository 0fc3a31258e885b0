package io.baton.monitor;

import io.baton.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that a worker has claimed.
 *
 * @param progress from 0 to 1, as its handler said last
 */
public record HeldJob(
        JobId id,
        String type,
        String queue,
        int attempt,
        Instant claimedAt,
        @Nullable Double progress,
        @Nullable String progressNote) {}
