package io.baton.monitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A worker, by its row.
 *
 * @param startedAt by the clock of the database, as all times
 * @param silentFor how long ago its last heartbeat was
 * @param deadAfter how long it may be silent; null if it does not say
 * @param holding how many jobs it has claimed
 */
public record WorkerStatus(
        long id,
        String name,
        String host,
        long pid,
        String version,
        List<String> queues,
        List<String> types,
        Instant startedAt,
        Duration silentFor,
        @Nullable Duration deadAfter,
        boolean dead,
        long holding) {}
