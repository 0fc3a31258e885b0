package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Locks the jobs, copies them to history, deletes them, and then adds the results to the copies. */
record PortableCompletion(RowLocks locks, Transitions transitions) implements Completion {

    @Override
    public Set<Fence> complete(
            Map<Fence, @Nullable String> results, Map<Long, String> whole, boolean tied, boolean keep) {
        Map<Fence, RowLocks.LockedClaim> standing = locks.lock(results.keySet(), tied);
        Map<Long, String> kept = new HashMap<>();
        standing.keySet().forEach(fence -> {
            String result = results.get(fence);
            if (result != null) {
                kept.put(fence.id(), result);
            }
        });
        transitions.complete(
                standing.values().stream().map(RowLocks.LockedClaim::job).toList(), standing.keySet(), kept, whole);
        return standing.keySet();
    }
}
