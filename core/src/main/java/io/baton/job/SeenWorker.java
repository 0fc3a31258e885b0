package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A worker that is not dead, and its last heartbeat.
 *
 * @param heartbeat by the clock of the database; compared for equality only, never with another clock
 * @param deadAfter how long it may be silent by its own settings; null if unknown
 */
public record SeenWorker(
        long id, String name, Instant heartbeat, @Nullable Duration deadAfter) {}
