package io.baton.job.jdbc;

import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcOperations;

/** Locks claimed rows for their owner, in ascending id and without waiting, and tells apart what it could not lock. */
record RowLocks(JdbcOperations jdbc, Tables tables, Database database) {

    private static final String LOCK = "SELECT id, lock_id, cancel_requested FROM baton_job WHERE state = 2 AND id IN ";
    private static final String LOOK = "SELECT id, lock_id FROM baton_job WHERE state = 2 AND id IN ";

    /** Those of the fences that still hold and are locked now; the value says whether a person asked the job to stop. */
    Map<Fence, Boolean> lock(Collection<Fence> fences) {
        List<Long> ids = fences.stream().map(Fence::id).distinct().sorted().toList();
        Map<Fence, Boolean> locked = new HashMap<>();
        jdbc.query(
                tables.in(LOCK) + In.marks(ids) + database.idleLimit() + " ORDER BY id FOR UPDATE SKIP LOCKED",
                row -> {
                    locked.put(
                            new Fence(row.getLong("id"), database.uuid(row, "lock_id")),
                            row.getBoolean("cancel_requested"));
                },
                ids.toArray());
        locked.keySet().retainAll(Set.copyOf(fences));
        return locked;
    }

    /** Why these could not be locked or written: somebody holds the row, or the job is not the caller's any more. */
    Map<Fence, Settled> explain(Collection<Fence> missing) {
        if (missing.isEmpty()) {
            return Map.of();
        }
        List<Long> ids = missing.stream().map(Fence::id).distinct().sorted().toList();
        Set<Fence> standing = Set.copyOf(jdbc.query(
                tables.in(LOOK) + In.marks(ids),
                (row, number) -> new Fence(row.getLong("id"), database.uuid(row, "lock_id")),
                ids.toArray()));
        return missing.stream()
                .collect(Collectors.toMap(
                        fence -> fence,
                        fence -> standing.contains(fence) ? Settled.BUSY : Settled.FENCED,
                        (a, b) -> a));
    }
}
