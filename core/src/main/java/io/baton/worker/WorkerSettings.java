package io.baton.worker;

import java.time.Duration;
import java.util.Map;

/**
 * What a worker needs to know.
 *
 * @param name its label, for operators
 * @param queues the queues it serves
 * @param maxAttempts for jobs and handlers that set none
 * @param maxCheckpointSize in bytes
 */
public record WorkerSettings(
        String name, Map<String, QueueSettings> queues, Times times, int maxAttempts, int maxCheckpointSize) {

    /**
     * Intervals and time limits.
     *
     * @param pollInterval how long a queue is not polled when no wake-up comes
     * @param heartbeat how often the worker sends a heartbeat
     * @param deadAfter how long it may miss its heartbeats before its jobs are reclaimed
     * @param shutdownTimeout how long running handlers may go on once the application closes
     */
    public record Times(Duration pollInterval, Duration heartbeat, Duration deadAfter, Duration shutdownTimeout) {}
}
