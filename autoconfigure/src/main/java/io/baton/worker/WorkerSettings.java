package io.baton.worker;

import java.time.Duration;
import java.util.Map;

/**
 * What the engine needs to know.
 *
 * @param name the label of this worker, for people
 * @param queues the queues it serves
 * @param maxAttempts for jobs and handlers that say nothing
 * @param pollInterval how long a queue goes without being looked at when nothing rings
 * @param heartbeat how often the worker says that it lives
 * @param deadAfter how long it may be silent before others take its jobs back
 * @param shutdownTimeout how long running handlers may go on once the application closes
 * @param unknownDeadAfter how long no worker may have a handler for a type before its jobs are dead
 */
public record WorkerSettings(
        String name,
        Map<String, QueueSettings> queues,
        int maxAttempts,
        Duration pollInterval,
        Duration heartbeat,
        Duration deadAfter,
        Duration shutdownTimeout,
        Duration unknownDeadAfter) {}
