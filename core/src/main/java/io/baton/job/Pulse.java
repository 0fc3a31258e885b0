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
 * @param dead the first few dead workers that still hold jobs
 * @param queuesWithWork the queues of the worker that have ready jobs, each by one of the stored names of these
 * @param nextDue how long until the next scheduled job is due, zero if one is due; null if none is scheduled
 * @param paused the paused queues, each with the time that is left; null if they could not be read
 * @param unused the parts that the heartbeat read and that have no row
 */
public record Pulse(
        boolean alive,
        List<SeenWorker> living,
        List<Long> dead,
        Set<String> queuesWithWork,
        @Nullable Duration nextDue,
        @Nullable Map<String, Duration> paused,
        Set<Part> unused) {

    /** The kinds of state that jobs share, whose tables an idle node would otherwise poll. */
    public enum Part {
        LIMITS,
        BATCHES,
        SEQUENCES,
        SCHEDULES
    }
}
