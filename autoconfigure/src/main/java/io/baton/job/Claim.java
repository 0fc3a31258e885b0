package io.baton.job;

import java.util.UUID;

/**
 * A wish for jobs of one queue.
 *
 * @param lockId fresh for every claim, and the fence of everything that follows from it
 * @param limit how many at most
 */
public record Claim(String queue, UUID lockId, long workerId, int limit) {}
