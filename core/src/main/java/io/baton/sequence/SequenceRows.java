package io.baton.sequence;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.OnDead;
import io.baton.SequenceDetails;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/** Reads and changes the rows of sequences. A transaction that changes them has locked the rows of the jobs. */
record SequenceRows(Database database) {

    /** The stored code of what happens at a death is the index in this list. */
    static final List<OnDead> ON_DEAD = List.of(OnDead.BLOCK, OnDead.SKIP, OnDead.CANCEL_REST);

    /** The maximum number of names of one statement where each is a part of its text. */
    private static final int NAMES = 50;

    /** A range instead of an equal name keeps PostgreSQL from reading the jobs of all names by their ids. */
    private static final String IN_LINE = "name >= %1$s AND name <= %1$s%2$s ORDER BY name, job_id LIMIT ";

    private static final String FIRST_OF_ARRAY = "SELECT n.name, s.job_id FROM unnest(CAST(? AS text[])) AS n (name),"
            + " LATERAL (SELECT job_id FROM baton_sequence WHERE state = 1 AND " + IN_LINE.formatted("n.name", "")
            + "1) AS s";

    private static final String TAKE_TURNS = """
            WITH next AS (UPDATE baton_sequence SET state = 2 WHERE job_id = ANY (?) AND state = 1 RETURNING job_id, name),
            taken AS (
                UPDATE baton_turn t SET job_id = n.job_id FROM next n WHERE t.name = n.name AND t.job_id = 0 RETURNING t.name)
            INSERT INTO baton_turn (job_id, name)
            SELECT job_id, name FROM next n WHERE NOT EXISTS (SELECT 1 FROM taken t WHERE t.name = n.name)""";

    private static final String REMOVE = """
            WITH gone AS (DELETE FROM baton_sequence WHERE job_id = ANY (?) RETURNING job_id, name, state)
            UPDATE baton_turn t SET job_id = 0 FROM gone g
            WHERE g.state >= 2 AND t.name = g.name AND t.job_id = g.job_id RETURNING t.name""";

    private static final String FIND = """
            SELECT h.blocked_at, j.id, j.state, SUBSTRING(j.error, 1, 2000) AS error,
                (SELECT COUNT(*) FROM (SELECT job_id FROM baton_sequence WHERE state = 1 AND name = ? LIMIT %s) AS counted) AS waiting,
                (SELECT created_at FROM baton_job WHERE id = ?) AS oldest
            FROM (SELECT 1 AS one) AS found LEFT JOIN baton_turn t ON t.name = ?
            LEFT JOIN baton_sequence h ON h.job_id = t.job_id LEFT JOIN baton_job j ON j.id = h.job_id""".formatted(SequenceDetails.MOST_COUNTED);

    private static final String WAITED_FOR = "SELECT name FROM baton_sequence WHERE state = 1 AND name > ";

    /** Reads one row of the index for each name, however many jobs wait. */
    private static final String WAITED_FOR_BY_STEPS = """
            WITH RECURSIVE waited AS (
                (%1$s ? ORDER BY name LIMIT 1)
                UNION ALL SELECT (%1$s w.name ORDER BY name LIMIT 1) FROM waited w WHERE w.name IS NOT NULL)
            SELECT name FROM waited WHERE name IS NOT NULL LIMIT\s""".formatted(WAITED_FOR);

    /** The condition of turns whose job is not the head of the sequence. */
    private static final String WRONG_TURN = """
            NOT EXISTS (SELECT 1 FROM baton_sequence h WHERE h.job_id = t.job_id AND h.name = t.name AND h.state >= 2)""";

    /** Selects the next jobs, each with whether its row does not fit its state, or it waits for a turn that no head has. */
    private static final String PORTION = """
            SELECT s.job_id, CASE
                WHEN j.id IS NULL THEN 2
                WHEN j.state = 5 AND s.state = 2 OR j.state <> 5 AND s.state >= 3
                    OR j.state IN (1, 3) AND s.state = 0 OR j.state NOT IN (2, 3) AND s.state = 1
                    OR s.state = 1 AND EXISTS (SELECT 1 FROM baton_turn t WHERE t.name = s.name AND %s)
                THEN 1 ELSE 0 END AS wrong
            FROM (SELECT job_id, name, state FROM baton_sequence WHERE job_id > ? ORDER BY job_id LIMIT %s) AS s
            LEFT JOIN baton_job j ON j.id = s.job_id ORDER BY s.job_id""";

    /** Returns the first names after this one that jobs wait for. */
    List<String> waitedFor(String after, int limit) {
        String names = isPostgres() ? WAITED_FOR_BY_STEPS : WAITED_FOR + "? GROUP BY name ORDER BY name LIMIT ";
        return database.list(names + limit, String.class, after);
    }

    /** Returns the first names of this state or a higher one, after this name. */
    List<String> dead(int state, String after, int limit) {
        return database.list(
                "SELECT name FROM baton_sequence WHERE state >= 3 AND state >= " + state
                        + " AND name > ? ORDER BY name LIMIT " + limit,
                String.class,
                after);
    }

    /** Returns the dead heads of these sequences behind which jobs are cancelled. */
    Map<Long, String> cancelling(Collection<String> names) {
        String ofNames =
                "SELECT job_id, name FROM baton_sequence WHERE state = 4 AND name IN (" + Database.marks(names) + ")";
        return byJob(ofNames, names.toArray());
    }

    private Map<Long, String> byJob(String sql, Object... parameters) {
        Map<Long, String> found = new TreeMap<>();
        database.forEach(sql, row -> found.put(row.getLong("job_id"), row.getString("name")), parameters);
        return found;
    }

    /** Returns which of the waiting jobs were enqueued before their end was decided by this head. */
    List<Long> rest(long head, List<Long> waiting) {
        return database.ids(
                "baton_job",
                waiting,
                " AND j.created_at <= (SELECT s.blocked_at FROM baton_sequence s WHERE s.job_id = ?)",
                head);
    }

    /** Returns which of these jobs meet the condition, which may lock them. */
    List<Long> jobs(Collection<Long> jobs, String condition) {
        return database.ids("baton_job", jobs, " AND " + condition);
    }

    List<Long> head(String name) {
        return database.list("SELECT job_id FROM baton_turn WHERE name = ?", Long.class, name);
    }

    /** Returns a sequence, which may have no job. */
    SequenceDetails find(String name) {
        List<Long> waiters = waiting(name, 0, SequenceDetails.MOST);
        return database.query(
                        FIND,
                        (row, number) -> {
                            Long head = NullableColumn.number(row, "id");
                            return new Found(
                                    name,
                                    head == null ? null : new JobId(head),
                                    head == null ? null : StateCode.state(row.getInt("state")),
                                    row.getString("error"),
                                    database.dialect().instant(row, "blocked_at"),
                                    waiters.stream().map(JobId::new).toList(),
                                    row.getLong("waiting"),
                                    database.dialect().instant(row, "oldest"));
                        },
                        name,
                        waiters.isEmpty() ? 0 : waiters.get(0),
                        name)
                .get(0);
    }

    private record Found(
            String name,
            @Nullable JobId head,
            @Nullable JobState headState,
            @Nullable String error,
            @Nullable Instant blockedSince,
            List<JobId> waiters,
            long waiting,
            @Nullable Instant oldest)
            implements SequenceDetails {}

    /** Returns the first job of each of these sequences that waits for its turn. */
    Map<Long, String> first(Collection<String> names) {
        if (isPostgres() && !names.isEmpty()) {
            return byJob(FIRST_OF_ARRAY, new Object[] {names.toArray(String[]::new)});
        }
        Map<Long, String> first = new TreeMap<>();
        String one = "(SELECT name, job_id FROM baton_sequence WHERE state = 1 AND name = ?"
                + database.dialect().orderByIndex("state, name", "job_id") + " LIMIT 1)";
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += NAMES) {
            Object[] some =
                    all.subList(from, Math.min(from + NAMES, all.size())).toArray();
            first.putAll(byJob(String.join(" UNION ALL ", Collections.nCopies(some.length, one)), some));
        }
        return first;
    }

    /** Returns the first jobs of a sequence that wait for their turn, after this id. */
    List<Long> waiting(String name, long after, int limit) {
        String select = "SELECT job_id FROM baton_sequence WHERE state = 1 AND ";
        return isPostgres()
                ? database.list(
                        select + IN_LINE.formatted("?", " AND job_id > ?") + limit, Long.class, name, name, after)
                : database.list(
                        select + "name = ? AND job_id > ?" + database.dialect().orderByIndex("state, name", "job_id")
                                + " LIMIT " + limit,
                        Long.class,
                        name,
                        after);
    }

    /** Returns which of these sequences have a head. */
    Set<String> headed(Collection<String> names) {
        return turns("job_id <> 0", names, "");
    }

    /** Returns which of these jobs wait for the turn of a sequence without a head. */
    Collection<Long> candidates(Collection<Long> jobs) {
        if (isPostgres()) {
            String free =
                    " AND state = 1 AND NOT EXISTS (SELECT 1 FROM baton_turn t WHERE t.name = j.name AND t.job_id <> 0)";
            return database.list("SELECT job_id FROM " + rows().from() + free, Long.class, rows().ids(jobs));
        }
        Map<Long, String> waiting = inState(jobs, "state = 1");
        Set<String> headed = headed(new TreeSet<>(waiting.values()));
        waiting.values().removeIf(headed::contains);
        return waiting.keySet();
    }

    private Set<String> turns(String condition, Collection<String> names, String lock) {
        String ofNames = "SELECT t.name FROM baton_turn t WHERE " + condition + " AND t.name IN (";
        return names.isEmpty()
                ? Set.of()
                : Set.copyOf(
                        database.list(ofNames + Database.marks(names) + ")" + lock, String.class, names.toArray()));
    }

    /** Returns which of these jobs have this state, each with the name of its sequence. A snapshot of the caller's transaction may be older. */
    Map<Long, String> inState(Collection<Long> jobs, String condition) {
        RowsById rows = rows();
        String ofJobs =
                "SELECT job_id, name FROM " + rows.from() + " AND " + condition + (isPostgres() ? "" : " FOR UPDATE");
        return jobs.isEmpty() ? new TreeMap<>() : byJob(ofJobs, rows.ids(jobs));
    }

    /**
     * Makes waiting jobs the heads of their sequences.
     *
     * @throws PessimisticLockingFailureException if another transaction made another job the head at the same moment
     */
    void takeTurns(Collection<Long> jobs) {
        try {
            if (isPostgres()) {
                database.update(TAKE_TURNS, rows().ids(jobs));
            } else {
                Map<Long, String> heads = inState(jobs, "state = 1");
                rows().update(heads.keySet(), "state = 2", List.of(), "state = 1");
                Set<String> free = turns("job_id = 0", heads.values(), "");
                Map<Long, String> others = new TreeMap<>(heads);
                others.values().removeAll(free);
                heads.values().retainAll(free);
                updateEach("UPDATE baton_turn SET job_id = ? WHERE name = ? AND job_id = 0", heads);
                updateEach("INSERT INTO baton_turn (job_id, name) VALUES (?, ?)", others);
            }
        } catch (DuplicateKeyException e) {
            throw new PessimisticLockingFailureException("Another node gave the turn of a sequence", e);
        }
    }

    private void updateEach(String statement, Map<Long, String> turns) {
        List<Object[]> rows = new ArrayList<>();
        turns.forEach((job, name) -> rows.add(new Object[] {job, name}));
        database.updateEach(statement, rows);
    }

    /** Frees the turns of these heads until {@link #dropFree} or the next ones have them, in the same transaction. */
    private Set<String> free(Map<Long, String> heads) {
        updateEach("UPDATE baton_turn SET job_id = 0 WHERE job_id = ? AND name = ?", heads);
        return new TreeSet<>(heads.values());
    }

    /** Ends the turns of these sequences that are free. */
    void dropFree(Collection<String> names) {
        database.updateEach("DELETE FROM baton_turn WHERE name = ? AND job_id = 0", names, name -> new Object[] {name});
    }

    /** Removes the rows of jobs that have ended. Returns the sequences whose heads these were, whose turns are free. */
    Set<String> remove(Collection<Long> jobs) {
        if (isPostgres()) {
            return new TreeSet<>(database.list(REMOVE, String.class, rows().ids(jobs)));
        }
        Map<Long, String> heads = inState(jobs, "state >= 2");
        rows().delete(jobs, "TRUE");
        return free(heads);
    }

    /** Follows the deaths of jobs. Returns the sequences that go on, whose turns are free. */
    Set<String> died(Collection<Long> jobs) {
        rows().update(
                        jobs,
                        "state = CASE WHEN on_dead = " + ON_DEAD.indexOf(OnDead.CANCEL_REST)
                                + " THEN 4 ELSE 3 END, blocked_at = {now}",
                        List.of(),
                        "state = 2 AND on_dead <> " + ON_DEAD.indexOf(OnDead.SKIP));
        return passOver(inState(jobs, "state = 2").keySet());
    }

    /** Takes the turn of dead heads, which wait again if they are revived. Returns their sequences, whose turns are free. */
    Set<String> passOver(Collection<Long> dead) {
        Map<Long, String> heads = inState(dead, "state >= 2");
        rows().update(heads.keySet(), "state = 0, blocked_at = NULL");
        database.rows("baton_job").update(heads.keySet(), "ties = ties - " + Ties.TURN + " + " + Ties.AWAITS);
        return free(heads);
    }

    /** Lets the jobs be cancelled that wait behind these dead heads now. */
    void cancelRest(Collection<Long> dead) {
        rows().update(dead, "state = 4, blocked_at = {now}", List.of(), "state = 3");
    }

    /** Lets the sequences of these jobs go on if they become dead. */
    void skipAtDeath(Collection<Long> jobs) {
        rows().update(jobs, "on_dead = " + ON_DEAD.indexOf(OnDead.SKIP));
    }

    /** Gives heads that were revived their turn back. */
    void revive(Collection<Long> jobs) {
        rows().update(jobs, "state = 2, blocked_at = NULL", List.of(), "state >= 3");
    }

    /** Lets jobs without a turn wait for it once they are due. Returns the sequences that jobs wait for. */
    Set<String> enter(Collection<Long> jobs) {
        database.rows("baton_job").update(jobs, "state = 3", List.of(), "state = 1 AND ties >= " + Ties.AWAITS);
        rows().update(
                        jobs,
                        "state = COALESCE((SELECT CASE WHEN b.state = 3 THEN 1 ELSE 0 END FROM baton_job b WHERE b.id = job_id), 0)",
                        List.of(),
                        "state < 2");
        return new HashSet<>(inState(jobs, "state = 1").values());
    }

    /** Returns the next jobs of sequences: those whose rows fit under 0, other jobs under 1, and those that do not exist under 2. */
    Map<Integer, List<Long>> portion(long after, int limit) {
        Map<Integer, List<Long>> found = new TreeMap<>();
        database.forEach(
                PORTION.formatted(WRONG_TURN, limit),
                row -> found.computeIfAbsent(row.getInt("wrong"), kind -> new ArrayList<>())
                        .add(row.getLong("job_id")),
                after);
        return found;
    }

    /** Removes the rows of jobs that still do not exist, and repairs those of others; skips locked ones. Returns the sequences. */
    Set<String> repair(List<Long> wrong, List<Long> missing) {
        List<Long> jobs = jobs(wrong, "TRUE FOR UPDATE SKIP LOCKED");
        List<Long> gone = new ArrayList<>(database.list(
                "SELECT job_id FROM " + rows().from() + " FOR UPDATE SKIP LOCKED", Long.class, rows().ids(missing)));
        gone.removeAll(jobs(gone, "TRUE"));
        List<Long> dead = jobs(jobs, "state = 5");
        Set<String> changed = new TreeSet<>(inState(jobs, "TRUE").values());
        changed.addAll(inState(gone, "TRUE").values());
        dropFree(remove(gone));
        dropFree(died(dead));
        revive(jobs.stream().filter(job -> !dead.contains(job)).toList());
        // another transaction may hand on a turn until it is locked
        Set<String> turns = turns("TRUE", enter(jobs), " FOR UPDATE SKIP LOCKED");
        database.updateEach(
                "DELETE FROM baton_turn WHERE name = ?", turns(WRONG_TURN, turns, ""), name -> new Object[] {name});
        return changed;
    }

    private boolean isPostgres() {
        return database.dialect().verbsAreStatements();
    }

    private RowsById rows() {
        return database.rows("baton_sequence", "job_id");
    }
}
