package io.baton.job;

import java.time.Instant;

/**
 * A worker that is not dead, and its last beat.
 *
 * @param beat by the clock of the database; compared for being the same, never with another clock
 */
public record SeenWorker(long id, String name, Instant beat) {}
