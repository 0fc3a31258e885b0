package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Locks claimed rows for their owner, in ascending id and without waiting, and tells apart what it could not lock. */
record RowLocks(Database database) {

    /** Those of the fences that still hold and are locked now; the value says whether a person asked the job to stop. */
    Map<Fence, Boolean> lock(Collection<Fence> fences) {
        RowsById byId = database.rows("baton_job");
        String lock = "SELECT id, lock_id, cancel_requested FROM " + byId.from() + " AND state = 2"
                + database.dialect().idleLimit() + " ORDER BY id FOR UPDATE SKIP LOCKED";
        Map<Fence, Boolean> locked = new HashMap<>();
        database.forEach(
                lock,
                row -> {
                    locked.put(
                            new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                            row.getBoolean("cancel_requested"));
                },
                byId.ids(ids(fences)));
        locked.keySet().retainAll(Set.copyOf(fences));
        return locked;
    }

    /** Why these could not be locked or written: somebody holds the row, or the job is not the caller's any more. */
    Map<Fence, Settled> explain(Collection<Fence> missing) {
        if (missing.isEmpty()) {
            return Map.of();
        }
        Set<Fence> standing = standing(missing);
        return missing.stream()
                .collect(Collectors.toMap(
                        fence -> fence,
                        fence -> standing.contains(fence) ? Settled.BUSY : Settled.FENCED,
                        (a, b) -> a));
    }

    private Set<Fence> standing(Collection<Fence> fences) {
        RowsById byId = database.rows("baton_job");
        String look = "SELECT id, lock_id FROM " + byId.from() + " AND state = 2";
        return Set.copyOf(database.query(
                look,
                (row, number) -> new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                byId.ids(ids(fences))));
    }

    private static Set<Long> ids(Collection<Fence> fences) {
        return fences.stream().map(Fence::id).collect(Collectors.toSet());
    }
}
