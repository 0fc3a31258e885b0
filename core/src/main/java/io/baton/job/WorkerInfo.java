package io.baton.job;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Identifies a worker. Host and process are labels; only the epoch, fresh for every start, distinguishes workers.
 *
 * @param version that of Baton, and after a plus sign what distinguishes builds of the application that may not read each other's payloads
 * @param deadAfter how long it may be silent before its jobs are reclaimed
 * @param queues the queues it serves
 * @param types the job types it can run
 */
public record WorkerInfo(
        String name,
        String host,
        long pid,
        UUID epoch,
        String version,
        Duration deadAfter,
        Set<String> queues,
        Set<String> types) {}
