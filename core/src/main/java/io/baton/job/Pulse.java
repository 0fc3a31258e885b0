package io.baton.job;

import io.baton.job.WorkerStore.SeenWorker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of a heartbeat.
 *
 * @param alive whether the worker is not declared dead
 * @param living the workers that are not dead
 * @param dead dead workers that still hold jobs, the first few
 * @param queuesWithWork those of its queues that have ready jobs
 * @param nextDue how long until the next scheduled job is due, zero if it is; null if none is scheduled
 * @param paused the paused queues, each with the time that is left; null if they could not be read
 * @param unused the parts that were read and have no row
 */
public record Pulse(
        boolean alive,
        List<SeenWorker> living,
        List<Long> dead,
        Set<String> queuesWithWork,
        @Nullable Duration nextDue,
        @Nullable Map<String, Duration> paused,
        Set<Part> unused) {

    /** What a node at rest would poll for. */
    public enum Part {
        LIMITS,
        BATCHES,
        SCHEDULES
    }
}
