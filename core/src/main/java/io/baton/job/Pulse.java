package io.baton.job;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a worker learns at the moment in which it says that it lives.
 *
 * @param alive whether others still believe so
 * @param living the workers that are not dead
 * @param dead workers that are dead and still hold jobs, the first few
 * @param queuesWithWork those of its queues that have ready jobs
 * @param nextDue how long until the next scheduled job is due, zero if it is; null if none is scheduled
 * @param paused the queues that are paused, each with the time that is left; null if that could not be asked
 */
public record Pulse(
        boolean alive,
        List<SeenWorker> living,
        List<Long> dead,
        Set<String> queuesWithWork,
        @Nullable Duration nextDue,
        @Nullable Map<String, Duration> paused) {}
