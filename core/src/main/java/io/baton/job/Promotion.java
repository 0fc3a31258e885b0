package io.baton.job;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a promotion of due jobs.
 *
 * @param promoted how many became ready
 * @param readyJobs where they are, one for each queue
 * @param nextDue how long until the next job is due; null if none is scheduled
 */
public record Promotion(
        int promoted, Set<ReadyJobs> readyJobs, @Nullable Duration nextDue) {}
