package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.monitor.Activity.Kind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;

/**
 * Stores how many runs each node had, and how many jobs of queues were ready. A row has counts of runs, or the depth of a queue, or, without a queue,
 * the depth of all queues together. Not final: tests have one in memory.
 */
public class ActivityStore {

    /** Adds rows up. */
    private static final String SUMS = """
            MAX(depth) AS depth, SUM(started) AS started, SUM(completed) AS completed, SUM(cancelled) AS cancelled,
                SUM(failed) AS failed, SUM(died) AS died, SUM(waited) AS waited, MAX(longest_wait) AS longest_wait""";

    /** The length of merged rows, in minutes. */
    private static final int QUARTER = 15;

    private static final int HOURS_KEPT = 25;
    /** The age at which rows are merged: charts show the last hour by the minute, and a row may be written five minutes late. */
    private static final Duration UNFOLDED = Duration.ofMinutes(65);

    private static final String INSERT = """
            INSERT INTO baton_activity
                (minutes, noted_at, queue, type, depth, started, completed, cancelled, failed, died, waited, longest_wait)
            """;

    private static final int MOST_ROWS = 200_000;
    private static final int MOST_NAMES = 200;
    private static final Duration DAY = Duration.ofHours(24);

    /** Adds up the runs that are wanted, and all others, which show only that a node measured. */
    private static final String RUNS = """
            SELECT noted_at, wanted, %s
            FROM (
                SELECT a.*, CASE WHEN %%s THEN 1 ELSE 0 END AS wanted FROM baton_activity a
                WHERE noted_at >= ? ORDER BY noted_at DESC LIMIT %s) AS newest
            GROUP BY noted_at, wanted""".formatted(SUMS, MOST_ROWS);

    /** Selects the names with most runs. */
    private static final String NAMES = """
            SELECT %1$s FROM (
                SELECT %1$s, started FROM baton_activity
                WHERE noted_at >= ? AND %1$s IS NOT NULL ORDER BY noted_at DESC LIMIT %2$s) AS newest
            GROUP BY %1$s ORDER BY SUM(started) DESC, %1$s LIMIT %3$s""";

    private final Database database;

    public ActivityStore(Database database) {
        this.database = database;
    }

    /**
     * Writes the activities of this node since its last write.
     *
     * @param depths the number of ready jobs by queue; empty unless this node is to write it
     * @return the time of the database
     */
    public Instant write(Map<Kind, Activity> activities, Map<String, Long> depths) {
        Instant now = database.now();
        List<Object[]> rows = new ArrayList<>();
        activities.forEach((kind, runs) -> rows.add(row(now, kind, null, runs)));
        depths.forEach((queue, depth) -> rows.add(row(now, new Kind(queue, null), depth, Activity.NONE)));
        depths.values().stream()
                .reduce(Long::sum)
                .ifPresent(all -> rows.add(row(now, Kind.OTHERS, all, Activity.NONE)));
        database.updateEach(INSERT + "VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows);
        return now;
    }

    private Object[] row(Instant time, Kind kind, @Nullable Long depth, Activity runs) {
        List<@Nullable Object> row = Arrays.asList(
                database.dialect().timestamp(time),
                kind.queue(),
                kind.type(),
                depth,
                runs.started(),
                runs.completed(),
                runs.cancelled(),
                runs.failed(),
                runs.died(),
                runs.waited(),
                runs.longestWait());
        return row.toArray();
    }

    /**
     * Merges up to this many rows of the oldest unmerged quarter of an hour that ended more than an hour ago. Returns how many. Skips rows that another
     * node is merging: a quarter of an hour may then have several merged rows, which readers add up. Merges in the order of names, so that few names
     * are in more than one portion.
     */
    public int fold(int limit) {
        Instant end = slot(database.now().minus(UNFOLDED), QUARTER);
        List<Instant> oldest = database.query(
                "SELECT noted_at FROM baton_activity WHERE minutes = 1 AND noted_at < ? ORDER BY noted_at LIMIT 1",
                (row, number) -> slot(requireNonNull(database.dialect().instant(row, "noted_at")), QUARTER),
                database.dialect().timestamp(end));
        if (oldest.isEmpty()) {
            return 0;
        }
        List<Long> merged = database.list(
                "SELECT id FROM baton_activity WHERE minutes = 1 AND noted_at >= ? AND noted_at < ?"
                        + " ORDER BY queue, type, id LIMIT " + limit + " {skipLocked}",
                Long.class,
                database.dialect().timestamp(oldest.get(0)),
                database.dialect().timestamp(oldest.get(0).plus(Duration.ofMinutes(QUARTER))));
        if (merged.isEmpty()) {
            return 0;
        }
        RowsById rows = database.rows("baton_activity");
        database.update(
                INSERT + "SELECT " + QUARTER + ", MIN(noted_at), queue, type, " + SUMS + " FROM " + rows.from()
                        + " GROUP BY queue, type",
                rows.ids(merged));
        if (rows.delete(merged, "TRUE") != merged.size()) {
            throw new ConcurrencyFailureException("Another node has merged these rows of activity");
        }
        return merged.size();
    }

    /** Removes up to this many rows that are too old for all charts. Returns how many. */
    public int purge(int limit) {
        List<Long> old = database.list(
                "SELECT id FROM baton_activity WHERE noted_at < {statementTime} - INTERVAL '" + HOURS_KEPT
                        + "' HOUR ORDER BY noted_at LIMIT "
                        + limit + " {skipLocked}",
                Long.class);
        return old.isEmpty() ? 0 : database.rows("baton_activity").delete(old, "TRUE");
    }

    /** Returns the start of the slot of this many minutes in which a time lies. */
    static Instant slot(Instant time, int minutes) {
        long seconds = minutes * 60L;
        return Instant.ofEpochSecond(Math.floorDiv(time.getEpochSecond(), seconds) * seconds);
    }

    /** Returns the runs in spans of time as {@link Monitor#activity} does, from the rows of all nodes. */
    List<ActiveSpan> spans(int minutes, int slots, @Nullable String queue, @Nullable String type) {
        Instant last = slot(database.now(), minutes);
        Instant first = last.minus(Duration.ofMinutes((slots - 1L) * minutes));
        String wanted = (queue == null ? "TRUE" : "queue = ?") + (type == null ? "" : " AND type = ?");
        List<Object> parameters = new ArrayList<>();
        Stream.of(queue, type).filter(name -> name != null).forEach(parameters::add);
        parameters.add(database.dialect().timestamp(first));
        Map<Instant, Activity> runs = new HashMap<>();
        Map<Instant, Long> depths = new HashMap<>();
        database.forEach(
                RUNS.formatted(wanted),
                row -> {
                    Instant time = requireNonNull(database.dialect().instant(row, "noted_at"));
                    Instant slot = slot(time, minutes);
                    boolean counts = row.getInt("wanted") == 1;
                    runs.merge(slot, counts ? activity(row) : Activity.NONE, Activity::plus);
                    Long depth = NullableColumn.number(row, "depth");
                    if (counts && depth != null) {
                        depths.merge(slot, depth, Math::max);
                    }
                },
                parameters.toArray());
        return IntStream.range(0, slots)
                .mapToObj(slot -> first.plus(Duration.ofMinutes((long) slot * minutes)))
                .map(start -> span(start, minutes, runs.get(start), depths.get(start)))
                .toList();
    }

    private static Activity activity(ResultSet row) throws SQLException {
        return new Activity(
                row.getLong("started"),
                row.getLong("completed"),
                row.getLong("cancelled"),
                row.getLong("failed"),
                row.getLong("died"),
                row.getLong("waited"),
                row.getLong("longest_wait"));
    }

    private static ActiveSpan span(Instant start, int minutes, @Nullable Activity measured, @Nullable Long depth) {
        Activity runs = measured == null ? Activity.NONE : measured;
        boolean started = runs.started() > 0;
        return new ActiveSpan(
                start,
                minutes,
                measured != null,
                runs.started(),
                runs.completed(),
                runs.cancelled(),
                runs.failed(),
                runs.died(),
                started ? Micros.duration(runs.waited() / runs.started()) : null,
                started ? Micros.duration(runs.longestWait()) : null,
                depth);
    }

    ActiveNames names() {
        return new ActiveNames(names("queue"), names("type"));
    }

    private List<String> names(String column) {
        Instant since = database.now().minus(DAY);
        return database
                .list(
                        NAMES.formatted(column, MOST_ROWS, MOST_NAMES),
                        String.class,
                        database.dialect().timestamp(since))
                .stream()
                .sorted()
                .toList();
    }

    /**
     * The runs of the whole cluster in a span of time, as far as nodes have reported them.
     *
     * @param measured whether any node reported anything; if not, no node may have been alive
     * @param failed how many failed attempts are repeated
     * @param meanWait for how long the jobs that started had been due on average; null if no job started
     * @param longestWait the longest time for which a job that started had been due; null if no job started
     * @param depth the largest number of ready jobs in the span; null if it was not read, or if only one type is wanted
     */
    public record ActiveSpan(
            Instant start,
            int minutes,
            boolean measured,
            long started,
            long completed,
            long cancelled,
            long failed,
            long died,
            @Nullable Duration meanWait,
            @Nullable Duration longestWait,
            @Nullable Long depth) {}

    /** The names of queues and of types of jobs, both ascending. */
    public record ActiveNames(List<String> queues, List<String> types) {}
}
