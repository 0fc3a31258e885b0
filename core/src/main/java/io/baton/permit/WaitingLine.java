package io.baton.permit;

import io.baton.database.Database;
import io.baton.database.RowsById;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The jobs that wait for a limit whose row is locked. Selects the jobs in their order without locks, and then locks their rows. If some rows are
 * locked already, skips them and reads more of the line.
 */
record WaitingLine(Database database, String name, Set<String> queues) {

    private static final int FARTHER = 4;

    /** The most jobs that one admission reads. A transaction that has locked this many rows stops the line until it ends. */
    private static final int FARTHEST = 16_000;

    /** Locks the rows of the first {@code wanted} jobs that are not locked. Returns the jobs in their order. */
    List<Waiting> lock(int wanted) {
        List<Waiting> locked = new ArrayList<>();
        Set<Long> tried = new HashSet<>();
        for (int reach = wanted; ; reach = Math.min(FARTHEST, FARTHER * reach)) {
            List<Waiting> line = line(reach);
            List<Long> untried =
                    line.stream().map(Waiting::job).filter(tried::add).toList();
            if (!untried.isEmpty()) {
                locked.addAll(lock(untried, wanted - locked.size()));
            }
            if (locked.size() == wanted || line.size() < reach || reach == FARTHEST) {
                return locked;
            }
        }
    }

    /** Returns whether a job of these queues waits for the limit. */
    boolean isAwaited() {
        return !line(1).isEmpty();
    }

    /** Returns whether a job of any queue waits for the limit. */
    boolean isAwaitedAnywhere() {
        return database.finds("SELECT name FROM baton_permit WHERE state = 1 AND name = ? LIMIT 1", name);
    }

    private List<Waiting> line(int reach) {
        List<Waiting> line = new ArrayList<>();
        for (String queue : queues) {
            line.addAll(database.query(
                    "SELECT " + Waiting.COLUMNS + " FROM baton_permit WHERE state = 1 AND name = ? AND queue = ?"
                            + database.dialect().orderByIndex("state, name, queue", "place, job_rank, due_at, job_id")
                            + " LIMIT " + reach,
                    (row, number) -> Waiting.read(row, database),
                    name,
                    queue));
        }
        line.sort(Waiting.ORDER);
        return line.size() > reach ? line.subList(0, reach) : line;
    }

    /** Locks jobs, and reads their permits again under the locks. */
    private List<Waiting> lock(List<Long> jobs, int wanted) {
        RowsById byId = database.rows("baton_job");
        List<Long> free = database.list(
                "SELECT j.id FROM " + byId.from() + " AND j.state = 3 AND " + LimitRows.LIMITED + " LIMIT " + wanted
                        + " FOR UPDATE SKIP LOCKED",
                Long.class,
                byId.inOrder(jobs));
        if (free.isEmpty()) {
            return List.of();
        }
        RowsById permits = database.rows("baton_permit", "job_id");
        Map<Long, Waiting> waiting = new HashMap<>();
        database.forEach(
                "SELECT " + Waiting.COLUMNS + " FROM " + permits.from() + " AND j.state = 1 AND j.name = ?",
                row -> {
                    Waiting each = Waiting.read(row, database);
                    waiting.put(each.job(), each);
                },
                permits.ids(free),
                name);
        return jobs.stream()
                .filter(waiting::containsKey)
                .map(job -> Objects.requireNonNull(waiting.get(job)))
                .toList();
    }

    /** A job that waits for a permit, with the columns that order the line. */
    record Waiting(long job, String queue, int position, int place, int rank, Instant due) {

        static final String COLUMNS = "job_id, queue, position, place, job_rank, due_at";

        /** Sorts jobs that hold other permits first, then by priority, then by age. */
        static final Comparator<Waiting> ORDER = Comparator.comparingInt(Waiting::place)
                .thenComparingInt(Waiting::rank)
                .thenComparing(Waiting::due)
                .thenComparingLong(Waiting::job);

        static Waiting read(ResultSet row, Database database) throws SQLException {
            return new Waiting(
                    row.getLong("job_id"),
                    row.getString("queue"),
                    row.getInt("position"),
                    row.getInt("place"),
                    row.getInt("job_rank"),
                    Objects.requireNonNull(database.dialect().instant(row, "due_at")));
        }
    }
}
