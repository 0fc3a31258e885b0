package io.baton.job;

import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A wish for jobs of one queue.
 *
 * @param lockId fresh for every claim, and the fence of everything that follows from it
 * @param limit how many at most
 * @param types the only types that are wanted; null for any, which costs the database less
 */
public record Claim(
        String queue,
        UUID lockId,
        long workerId,
        int limit,
        @Nullable Set<String> types) {

    /** For jobs of any type. */
    public Claim(String queue, UUID lockId, long workerId, int limit) {
        this(queue, lockId, workerId, limit, null);
    }

    /** Whether no job can meet it. */
    public boolean isVain() {
        return types != null && types.isEmpty();
    }
}
