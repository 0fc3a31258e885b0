package io.baton.job;

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
 * @param others what other tables of this database hold; null if it was not read
 */
public record Pulse(
        boolean alive,
        List<SeenWorker> living,
        List<Long> dead,
        Set<String> queuesWithWork,
        @Nullable Duration nextDue,
        @Nullable Map<String, Duration> paused,
        @Nullable Others others) {

    /**
     * What spares an idle node its polls.
     *
     * @param limits whether there are limits
     * @param batches whether there are batches
     * @param nextTick how long until the next tick of a recurring job, zero if it has passed; null if none is to come
     */
    public record Others(
            boolean limits, boolean batches, @Nullable Duration nextTick) {}
}
