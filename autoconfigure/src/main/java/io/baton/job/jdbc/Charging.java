package io.baton.job.jdbc;

import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.JdbcOperations;

/** Counts a crash against jobs before they start, under locks that wait for nobody. */
record Charging(JdbcOperations jdbc, Tables tables, Database database) {

    private static final String CHARGED = "crashes = LEAST(crashes, 999) + 1";

    Map<Fence, Settled> charge(Collection<Fence> starting) {
        if (starting.isEmpty()) {
            return Map.of();
        }
        RowLocks locks = new RowLocks(jdbc, tables, database);
        Set<Fence> locked = locks.lock(starting).keySet();
        Map<Fence, Settled> charged = new HashMap<>();
        if (!locked.isEmpty()) {
            database.byId(jdbc, tables).update(locked.stream().map(Fence::id).toList(), CHARGED);
            locked.forEach(fence -> charged.put(fence, Settled.DONE));
        }
        charged.putAll(locks.explain(
                starting.stream().filter(fence -> !locked.contains(fence)).toList()));
        return charged;
    }
}
