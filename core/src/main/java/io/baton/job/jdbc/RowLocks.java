package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Fence;
import io.baton.job.Settled;
import io.baton.job.Ties;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Locks claimed rows for their owner, in ascending id and without waiting, and explains which rows it could not lock. */
public record RowLocks(Database database) {

    /** Locks and returns the claims, among these, that still stand; if {@code withTies}, with the ties of their jobs. */
    Map<Fence, LockedClaim> lock(Collection<Fence> fences, boolean withTies) {
        String columns = withTies ? ", interruptions, " + TiesRow.COLUMNS : "";
        RowsById byId = database.rows("baton_job");
        String lock = "SELECT id, lock_id, cancel_requested" + columns + " FROM " + byId.from() + " AND state = 2"
                + database.dialect().idleLimit() + " ORDER BY id FOR UPDATE SKIP LOCKED";
        Map<Fence, LockedClaim> locked = new HashMap<>();
        database.forEach(
                lock,
                row -> {
                    TiedJob job = withTies ? TiesRow.job(row) : new TiedJob(row.getLong("id"), Ties.NONE, null);
                    locked.put(
                            new Fence(job.id(), database.dialect().uuid(row, "lock_id")),
                            new LockedClaim(
                                    job,
                                    row.getBoolean("cancel_requested"),
                                    withTies ? row.getInt("interruptions") : 0));
                },
                byId.ids(ids(fences)));
        locked.keySet().retainAll(Set.copyOf(fences));
        return locked;
    }

    /** Returns why these claims could not be locked or written: the row is locked or has just changed, or the claim was lost. */
    Map<Fence, Settled> explain(Collection<Fence> missing) {
        if (missing.isEmpty()) {
            return Map.of();
        }
        Set<Fence> standing = standing(ids(missing));
        return missing.stream()
                .collect(Collectors.toMap(
                        fence -> fence,
                        fence -> standing.contains(fence) ? Settled.BUSY : Settled.FENCED,
                        (a, b) -> a));
    }

    /** Returns the fences of the claimed jobs among these; locks no row. */
    public Set<Fence> standing(Collection<Long> ids) {
        RowsById byId = database.rows("baton_job");
        return standing(byId.from(), byId.ids(ids));
    }

    /** Returns the fences of the claimed jobs in a relation with a condition and its parameter; locks no row. */
    Set<Fence> standing(String rows, Object parameter) {
        return new HashSet<>(database.query(
                "SELECT id, lock_id FROM " + rows + " AND state = 2",
                (row, number) -> new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                parameter));
    }

    private static Set<Long> ids(Collection<Fence> fences) {
        return fences.stream().map(Fence::id).collect(Collectors.toSet());
    }

    /**
     * A claim that stands, and whose row is locked.
     *
     * @param interruptions how often in a row the job was interrupted; read only with the ties
     */
    record LockedClaim(TiedJob job, boolean cancelRequested, int interruptions) {}
}
