package io.baton.job;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A request for ready jobs of one queue.
 *
 * @param lockId a new id for every claim; all later writes to the claimed jobs name it
 * @param limit the maximum number of jobs
 * @param types the only types to claim; null claims any type, which costs the database less
 * @param labels whether to read the labels of the jobs, too
 * @param shares how many jobs of which stored names of the queue to claim, if it is claimed by shares; null otherwise
 */
public record Claim(
        String queue,
        UUID lockId,
        long workerId,
        int limit,
        @Nullable Set<String> types,
        boolean labels,
        @Nullable Map<String, Integer> shares) {

    /** Creates a request for jobs of a queue that is not claimed by shares. */
    public Claim(String queue, UUID lockId, long workerId, int limit, @Nullable Set<String> types) {
        this(queue, lockId, workerId, limit, types, false, null);
    }

    public boolean matchesNothing() {
        return types != null && types.isEmpty();
    }
}
