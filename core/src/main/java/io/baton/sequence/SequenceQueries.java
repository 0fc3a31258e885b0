package io.baton.sequence;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.SequenceDetails;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds what is to be done, and what operators see. */
record SequenceQueries(Database database) {

    private static final String FIND = """
            SELECT h.blocked_at, j.id, j.state, SUBSTRING(j.error, 1, 2000) AS error,
                (SELECT COUNT(*) FROM (SELECT job_id FROM baton_sequence WHERE state = 1 AND name = ? LIMIT %s) AS counted) AS waiting
            FROM (SELECT 1 AS one) AS found LEFT JOIN baton_turn t ON t.name = ?
            LEFT JOIN baton_sequence h ON h.job_id = t.job_id LEFT JOIN baton_job j ON j.id = h.job_id""".formatted(SequenceDetails.MOST_COUNTED);

    private static final String NAMES = "SELECT name FROM baton_sequence WHERE state = 1 AND name > ?";

    private static final String MISMATCHES = """
            SELECT s.job_id, CASE
                WHEN j.id IS NULL THEN 1
                WHEN j.state = 5 AND s.state = 2 THEN 2
                WHEN j.state <> 5 AND s.state >= 3 THEN 3
                WHEN s.state = 0 AND j.state IN (1, 3) OR s.state = 1 AND j.state <> 3 THEN 4 END AS wrong
            FROM (SELECT job_id, state FROM baton_sequence WHERE job_id > ? ORDER BY job_id LIMIT %s) AS s
            LEFT JOIN baton_job j ON j.id = s.job_id ORDER BY s.job_id""";

    private static final String WRONG_TURNS = """
            SELECT t.name, t.job_id FROM baton_turn t WHERE t.name IN (%s) AND NOT EXISTS (
                SELECT 1 FROM baton_sequence s WHERE s.job_id = t.job_id AND s.name = t.name AND s.state >= 2) FOR UPDATE SKIP LOCKED""";

    /** Returns whether any job is part of a sequence. */
    boolean any() {
        return database.finds("SELECT job_id FROM baton_sequence LIMIT 1");
    }

    /** Returns the first names after this one that jobs wait for. */
    List<String> names(String after, int limit) {
        return database.dialect().verbsAreStatements()
                ? database.each(NAMES + " ORDER BY name LIMIT 1", String.class, after, limit)
                : database.list(NAMES + " GROUP BY name ORDER BY name LIMIT " + limit, String.class, after);
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
        Map<Long, String> found = new TreeMap<>();
        database.forEach(
                "SELECT job_id, name FROM baton_sequence WHERE state = 4 AND name IN (" + Database.marks(names) + ")",
                row -> found.put(row.getLong("job_id"), row.getString("name")),
                names.toArray());
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

    /** Locks which of these jobs meet the condition. */
    List<Long> lock(Collection<Long> jobs, String condition) {
        return database.ids("baton_job", jobs, " AND " + condition);
    }

    /** Locks rows of sequences whose jobs may not exist; skips locked ones. */
    List<Long> lockRows(Collection<Long> jobs) {
        RowsById rows = database.rows("baton_sequence", "job_id");
        return new ArrayList<>(database.list(
                "SELECT j.job_id FROM " + rows.from() + " FOR UPDATE SKIP LOCKED", Long.class, rows.ids(jobs)));
    }

    /** Returns the head of a sequence, if there is one. */
    List<Long> head(String name) {
        return database.list("SELECT job_id FROM baton_turn WHERE name = ?", Long.class, name);
    }

    /** Returns the last job of a sequence that waits; null if none does. */
    @Nullable
    Long last(String name) {
        return database.value(
                "SELECT MAX(job_id) FROM baton_sequence WHERE state = 1 AND name >= ? AND name <= ?",
                Long.class,
                name,
                name);
    }

    SequenceDetails find(String name, List<Long> waiters) {
        Instant oldest = waiters.isEmpty()
                ? null
                : database.first(
                                "SELECT created_at FROM baton_job WHERE id = ?",
                                (row, number) -> Objects.requireNonNull(
                                        database.dialect().instant(row, "created_at")),
                                waiters.get(0))
                        .orElse(null);
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
                                    oldest);
                        },
                        name,
                        name)
                .get(0);
    }

    /** Returns the next jobs of sequences by how their rows differ from them, those with right rows under 0. */
    Map<Integer, Set<Long>> mismatches(long after, int limit) {
        Map<Integer, Set<Long>> found = new TreeMap<>();
        database.forEach(
                MISMATCHES.formatted(limit),
                row -> found.computeIfAbsent(row.getInt("wrong"), kind -> new HashSet<>())
                        .add(row.getLong("job_id")),
                after);
        return found;
    }

    /** Returns the next sequences that have a head. */
    List<String> turns(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_turn WHERE name > ? ORDER BY name LIMIT " + limit, String.class, after);
    }

    /** Removes the turns of these sequences whose jobs are not their heads. Returns the sequences. */
    List<String> removeWrong(List<String> turns) {
        List<Object[]> wrong = new ArrayList<>();
        if (!turns.isEmpty()) {
            database.forEach(
                    WRONG_TURNS.formatted(Database.marks(turns)),
                    row -> wrong.add(new Object[] {row.getString("name"), row.getLong("job_id")}),
                    turns.toArray());
        }
        database.updateEach("DELETE FROM baton_turn WHERE name = ? AND job_id = ?", wrong);
        return wrong.stream().map(turn -> (String) turn[0]).toList();
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
}
