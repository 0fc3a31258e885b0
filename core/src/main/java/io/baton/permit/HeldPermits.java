package io.baton.permit;

import io.baton.database.Database;
import io.baton.permit.PermitStore.Repaired;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Permits of jobs that have not been claimed, which other jobs could use. Running jobs keep theirs. */
record HeldPermits(Database database, PermitStatements statements) {

    private static final String UNCLAIMED = "1, 3";
    private static final String HOLDERS =
            " FROM baton_permit p JOIN baton_job j ON j.id = p.job_id WHERE p.state = 2 AND j.state IN (" + UNCLAIMED
                    + ") AND " + LimitRows.LIMITED;

    /** Releases the permits of jobs of all queues but these. */
    Repaired releaseUnserved(Set<String> open, int limit) {
        String otherQueues = open.isEmpty()
                ? ""
                : " AND p.queue NOT IN (" + String.join(", ", Collections.nCopies(open.size(), "?")) + ")";
        return beginAnew(database.list(
                "SELECT DISTINCT p.job_id" + HOLDERS + otherQueues + " LIMIT " + limit, Long.class, open.toArray()));
    }

    /** Releases permits beyond the capacities of these limits, the last in the line first. Counts held permits once the rows of all limits are locked. */
    Repaired releaseBeyond(Collection<String> names, int limit) {
        statements.lock(names);
        List<Long> beyond = new ArrayList<>();
        new LimitRows(database).room(names).forEach((name, room) -> {
            int over = Math.min(-room, limit - beyond.size());
            if (over > 0) {
                beyond.addAll(database.list(
                        "SELECT p.job_id" + HOLDERS
                                + " AND p.name = ? ORDER BY p.job_rank DESC, p.due_at DESC, p.job_id DESC LIMIT "
                                + over,
                        Long.class,
                        name));
            }
        });
        return beginAnew(beyond);
    }

    /**
     * Moves jobs that have waited for long to be claimed to the end of the line for a rate, if jobs of other queues wait there; within a queue no
     * other would start sooner. Returns the limits for which they wait now.
     */
    Set<String> moveToEnd(String rate, int limit) {
        PermitRows permits = new PermitRows(database, statements);
        List<Long> unstarted = permits.lockFree(
                database.list(
                        "SELECT p.job_id" + HOLDERS + " AND j.state = 1 AND p.name = ? AND (" + awaitedIn("<") + " OR "
                                + awaitedIn(">") + ") LIMIT " + limit,
                        Long.class,
                        rate),
                UNCLAIMED);
        Set<String> dirty = permits.awaitRatesAgain(unstarted);
        if (!unstarted.isEmpty()) {
            database.updateEach(
                    "UPDATE baton_permit SET place = 1 WHERE job_id = ? AND state = 1",
                    unstarted.stream().map(job -> new Object[] {job}).toList());
        }
        return dirty;
    }

    /** In two halves, each of which is one index probe however many jobs wait in the queue itself. */
    private static String awaitedIn(String otherQueue) {
        return "EXISTS (SELECT 1 FROM baton_permit w WHERE w.state = 1 AND w.name = p.name AND w.queue " + otherQueue
                + " p.queue)";
    }

    private Repaired beginAnew(List<Long> holders) {
        PermitRows permits = new PermitRows(database, statements);
        List<Long> free = permits.lockFree(holders, UNCLAIMED);
        return new Repaired(null, free.size(), free.isEmpty() ? Set.of() : permits.beginAnew(free));
    }
}
