package io.baton.job.jdbc;

import io.baton.job.Fence;
import io.baton.job.Transition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Locks, copies, deletes; results are added to the copies. */
record PortableCompletion(RowLocks locks, Transitions transitions, boolean withTies) implements Completion {

    @Override
    public Set<Fence> complete(Map<Fence, @Nullable String> results, boolean keep) {
        Map<Fence, RowLocks.LockedClaim> ours =
                withTies ? locks.lockWithTies(results.keySet()) : locks.lock(results.keySet());
        Map<Long, String> kept = new HashMap<>();
        ours.keySet().forEach(fence -> {
            String result = results.get(fence);
            if (result != null) {
                kept.put(fence.id(), result);
            }
        });
        transitions.end(
                Transition.COMPLETED,
                ours.values().stream().map(RowLocks.LockedClaim::job).toList(),
                kept);
        return ours.keySet();
    }
}
