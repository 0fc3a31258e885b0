package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Locks, copies, deletes, then adds results to the copies. */
record PortableCompletion(RowLocks locks, Transitions transitions) implements Completion {

    @Override
    public Set<Fence> complete(CompletionResults results, boolean tied, boolean keep) {
        Map<Fence, RowLocks.LockedClaim> standing = tied
                ? locks.lockWithTies(results.kept().keySet())
                : locks.lock(results.kept().keySet());
        Map<Long, String> kept = new HashMap<>();
        standing.keySet().forEach(fence -> {
            String result = results.kept().get(fence);
            if (result != null) {
                kept.put(fence.id(), result);
            }
        });
        transitions.complete(
                standing.values().stream().map(RowLocks.LockedClaim::job).toList(),
                standing.keySet(),
                kept,
                results.whole());
        return standing.keySet();
    }
}
