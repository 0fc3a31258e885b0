package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.monitor.Activity;
import io.baton.monitor.Monitor.ActiveNames;
import io.baton.monitor.Monitor.ActiveSpan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the runs in spans of time from the rows of all nodes. */
record ActiveSpans(Database database) {

    private static final int MOST_ROWS = 200_000;
    private static final int MOST_NAMES = 200;
    private static final Duration DAY = Duration.ofHours(24);

    /** Adds up the runs that are wanted, and all others, which show only that a node measured. */
    private static final String RUNS = """
            SELECT noted_at, wanted, %s
            FROM (
                SELECT a.*, CASE WHEN %s THEN 1 ELSE 0 END AS wanted FROM baton_activity a
                WHERE noted_at >= ? ORDER BY noted_at DESC LIMIT %s) AS newest
            GROUP BY noted_at, wanted""";

    /** Selects the names with most runs. */
    private static final String NAMES = """
            SELECT %1$s FROM (
                SELECT %1$s, started FROM baton_activity
                WHERE noted_at >= ? AND %1$s IS NOT NULL ORDER BY noted_at DESC LIMIT %2$s) AS newest
            GROUP BY %1$s ORDER BY SUM(started) DESC, %1$s LIMIT %3$s""";

    List<ActiveSpan> of(int minutes, int slots, @Nullable String queue, @Nullable String type) {
        Instant last = JdbcActivityStore.slot(database.now(), minutes);
        Instant first = last.minus(Duration.ofMinutes((slots - 1L) * minutes));
        String wanted = (queue == null ? "TRUE" : "queue = ?") + (type == null ? "" : " AND type = ?");
        List<Object> parameters = new ArrayList<>();
        Stream.of(queue, type).filter(name -> name != null).forEach(parameters::add);
        parameters.add(database.dialect().timestamp(first));
        Map<Instant, Activity> runs = new HashMap<>();
        Map<Instant, Long> depths = new HashMap<>();
        database.forEach(
                RUNS.formatted(JdbcActivityStore.SUMS, wanted, MOST_ROWS),
                row -> {
                    Instant time = requireNonNull(database.dialect().instant(row, "noted_at"));
                    Instant slot = JdbcActivityStore.slot(time, minutes);
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
}
