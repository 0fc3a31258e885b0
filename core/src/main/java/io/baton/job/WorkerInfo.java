package io.baton.job;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/**
 * Who a worker is. Host and process are labels; only the epoch, fresh for every start, tells workers apart.
 *
 * @param version that of Baton, and after a plus sign what tells builds of the application apart that may not read each other's payloads
 * @param deadAfter how long it may be silent before others take its jobs back
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
