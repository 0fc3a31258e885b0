package io.baton.sequence;

import io.baton.OnDead;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.NewJob.Sequence;
import io.baton.job.Ties;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;

/** Changes the rows of sequences. The transaction has locked the rows of the jobs. */
record SequenceRows(Database database) {

    /** The maximum number of names of one statement where each is a part of its text. */
    private static final int NAMES = 50;

    /** A range instead of an equal name keeps PostgreSQL from reading the jobs of all names by their ids. */
    private static final String IN_LINE = "name >= %1$s AND name <= %1$s%2$s ORDER BY name, job_id LIMIT ";

    private static final String FIRST_OF_ARRAY = "SELECT n.name, s.job_id FROM unnest(CAST(? AS text[])) AS n (name),"
            + " LATERAL (SELECT job_id FROM baton_sequence WHERE state = 1 AND " + IN_LINE.formatted("n.name", "")
            + "1) AS s";

    private static final String TAKE_TURNS = """
            WITH next AS (SELECT * FROM unnest(CAST(? AS bigint[]), CAST(? AS text[])) AS u (job_id, name)),
            taken AS (
                UPDATE baton_turn t SET job_id = n.job_id FROM next n WHERE t.name = n.name AND t.job_id = 0 RETURNING t.name)
            INSERT INTO baton_turn (job_id, name)
            SELECT job_id, name FROM next n WHERE NOT EXISTS (SELECT 1 FROM taken t WHERE t.name = n.name)""";

    private static final String REMOVE = """
            WITH gone AS (DELETE FROM baton_sequence WHERE job_id = ANY (?) RETURNING job_id, name, state)
            UPDATE baton_turn t SET job_id = 0 FROM gone g
            WHERE g.state >= 2 AND t.name = g.name AND t.job_id = g.job_id RETURNING t.name""";

    /** Returns the first job of each of these sequences that waits for its turn. */
    Map<String, Long> first(Collection<String> names) {
        Map<String, Long> first = new TreeMap<>();
        if (names.isEmpty()) {
            return first;
        }
        if (isPostgres()) {
            database.forEach(FIRST_OF_ARRAY, row -> first.put(row.getString("name"), row.getLong("job_id")), (Object)
                    names.toArray(String[]::new));
            return first;
        }
        String one = "(SELECT name, job_id FROM baton_sequence WHERE state = 1 AND name = ?"
                + database.dialect().orderByIndex("state, name", "job_id") + " LIMIT 1)";
        List<String> all = List.copyOf(names);
        for (int from = 0; from < all.size(); from += NAMES) {
            List<String> some = all.subList(from, Math.min(from + NAMES, all.size()));
            database.forEach(
                    some.stream().map(name -> one).collect(Collectors.joining(" UNION ALL ")),
                    row -> first.put(row.getString("name"), row.getLong("job_id")),
                    some.toArray());
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
        return names.isEmpty() ? Set.of() : turns("job_id <> 0", names);
    }

    private Set<String> turns(String condition, Collection<String> names) {
        return Set.copyOf(database.list(
                "SELECT name FROM baton_turn WHERE " + condition + " AND name IN (" + Database.marks(names) + ")",
                String.class,
                names.toArray()));
    }

    /** Returns which of these jobs have this state, each with the name of its sequence. A snapshot of the caller's transaction may be older. */
    Map<Long, String> inState(Collection<Long> jobs, String condition) {
        RowsById rows = rows();
        Map<Long, String> found = new TreeMap<>();
        if (jobs.isEmpty()) {
            return found;
        }
        database.forEach(
                "SELECT job_id, name FROM " + rows.from() + " AND " + condition + (isPostgres() ? "" : " FOR UPDATE"),
                row -> found.put(row.getLong("job_id"), row.getString("name")),
                rows.ids(jobs));
        return found;
    }

    /**
     * Makes waiting jobs the heads of their sequences.
     *
     * @throws PessimisticLockingFailureException if another transaction made another job the head at the same moment
     */
    void takeTurns(Collection<Long> jobs) {
        Map<Long, String> heads = inState(jobs, "state = 1");
        rows().update(heads.keySet(), "state = 2", List.of(), "state = 1");
        try {
            if (isPostgres()) {
                database.update(
                        TAKE_TURNS,
                        heads.keySet().toArray(Long[]::new),
                        heads.values().toArray(String[]::new));
            } else if (!heads.isEmpty()) {
                Set<String> free = turns("job_id = 0", heads.values());
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
        database.updateEach(
                "DELETE FROM baton_turn WHERE name = ? AND job_id = 0",
                names.stream().map(name -> new Object[] {name}).toList());
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
                        "state = CASE WHEN on_dead = " + Sequence.code(OnDead.CANCEL_REST)
                                + " THEN 4 ELSE 3 END, blocked_at = {now}",
                        List.of(),
                        "state = 2 AND on_dead <> " + Sequence.code(OnDead.SKIP));
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

    /** Sets what happens to the jobs behind these if they become dead. */
    void onDead(Collection<Long> jobs, OnDead onDead) {
        rows().update(jobs, "on_dead = ?", Sequence.code(onDead));
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

    private boolean isPostgres() {
        return database.dialect().verbsAreStatements();
    }

    private RowsById rows() {
        return database.rows("baton_sequence", "job_id");
    }
}
