package io.baton.job;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a promotion of due jobs did.
 *
 * @param promoted how many became ready
 * @param readyJobs where they are, one for each queue
 * @param nextDue how long until the next job is due; null if none is scheduled
 */
public record Promotion(
        int promoted, Set<ReadyJobs> readyJobs, @Nullable Duration nextDue) {}
