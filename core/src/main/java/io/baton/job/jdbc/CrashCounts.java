package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Counts a crash for jobs that are about to start; skips locked rows. */
record CrashCounts(Database database) {

    private static final String COUNTED = "crashes = LEAST(crashes, 999) + 1";

    Map<Fence, Settled> add(Collection<Fence> starting) {
        if (starting.isEmpty()) {
            return Map.of();
        }
        RowLocks locks = new RowLocks(database);
        Set<Fence> locked = locks.lock(starting).keySet();
        Map<Fence, Settled> results = new HashMap<>();
        if (!locked.isEmpty()) {
            database.rows("baton_job").update(locked.stream().map(Fence::id).toList(), COUNTED);
            locked.forEach(fence -> results.put(fence, Settled.DONE));
        }
        results.putAll(locks.explain(
                starting.stream().filter(fence -> !locked.contains(fence)).toList()));
        return results;
    }
}
