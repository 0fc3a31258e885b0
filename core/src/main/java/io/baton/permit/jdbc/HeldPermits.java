package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.permit.Repaired;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Permits of jobs that have not been claimed, which others could use. What runs keeps what it holds. */
record HeldPermits(Database database) {

    private static final String UNCLAIMED = "1, 3";
    private static final String HOLDERS =
            " FROM baton_permit p JOIN baton_job j ON j.id = p.job_id WHERE p.state = 2 AND j.state IN (" + UNCLAIMED
                    + ") AND " + PermitCounts.LIMITED;

    /** Takes back those of jobs of other queues than these. */
    Repaired takeBack(Set<String> open, int limit) {
        String elsewhere = open.isEmpty()
                ? ""
                : " AND p.queue NOT IN (" + String.join(", ", Collections.nCopies(open.size(), "?")) + ")";
        return beginAnew(database.list(
                "SELECT DISTINCT p.job_id" + HOLDERS + elsewhere + " LIMIT " + limit, Long.class, open.toArray()));
    }

    /** Takes back those beyond the capacities of these limits, the last in the line first. What is held is counted once all of their rows are locked. */
    Repaired takeBackBeyond(Collection<String> names, int limit) {
        LimitRows limits = new LimitRows(database);
        limits.lock(names);
        List<Long> beyond = new ArrayList<>();
        limits.room(names).forEach((name, room) -> {
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
     * Sends those that have waited for long to be claimed to the end of the line for a rate, if jobs of other queues stand there; within a queue
     * nobody else would start sooner. Returns the limits for which they wait now.
     */
    Set<String> sendBack(String rate, int limit) {
        PermitRows permits = new PermitRows(database);
        List<Long> unstarted = permits.lockFree(
                database.list(
                        "SELECT p.job_id" + HOLDERS + " AND j.state = 1 AND p.name = ? AND (" + awaitedIn("<") + " OR "
                                + awaitedIn(">") + ") LIMIT " + limit,
                        Long.class,
                        rate),
                UNCLAIMED);
        Set<String> touched = permits.askRatesAgain(unstarted);
        if (!unstarted.isEmpty()) {
            database.updateEach(
                    "UPDATE baton_permit SET place = 1 WHERE job_id = ? AND state = 1",
                    unstarted.stream().map(job -> new Object[] {job}).toList());
        }
        return touched;
    }

    /** In two halves, each of which is one probe of an index however many wait in the queue itself. */
    private static String awaitedIn(String otherQueue) {
        return "EXISTS (SELECT 1 FROM baton_permit w WHERE w.state = 1 AND w.name = p.name AND w.queue " + otherQueue
                + " p.queue)";
    }

    private Repaired beginAnew(List<Long> holders) {
        PermitRows permits = new PermitRows(database);
        List<Long> free = permits.lockFree(holders, UNCLAIMED);
        return new Repaired(null, free.size(), free.isEmpty() ? Set.of() : permits.beginAnew(free));
    }
}
