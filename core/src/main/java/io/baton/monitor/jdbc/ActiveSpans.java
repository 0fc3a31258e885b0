package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.monitor.Activity;
import io.baton.monitor.Activity.Count;
import io.baton.monitor.Monitor.ActiveNames;
import io.baton.monitor.Monitor.ActiveSpan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the runs in spans of time from the rows of all nodes. */
record ActiveSpans(Database database) {

    private static final int MOST_ROWS = 200_000;
    private static final int MOST_TIMES = 50_000;
    private static final int MOST_NAMES = 200;
    private static final Duration DAY = Duration.ofHours(24);

    private static final String SUMS = Arrays.stream(Count.values())
            .map(each -> (each == Count.LONGEST_WAIT ? ", MAX(" : ", SUM(") + each.column() + ") AS " + each.column())
            .collect(Collectors.joining());

    List<ActiveSpan> of(int minutes, int slots, @Nullable String queue, @Nullable String type) {
        Instant last = JdbcActivityStore.slot(JdbcActivityStore.present(database), minutes);
        Instant first = last.minus(Duration.ofMinutes((slots - 1L) * minutes));
        Map<Instant, Activity> runs = new HashMap<>();
        Map<Instant, Long> depths = new HashMap<>();
        List<Object> parameters = new ArrayList<>(List.of(database.dialect().timestamp(first)));
        Stream.of(queue, type).filter(name -> name != null).forEach(parameters::add);
        String named = (queue == null ? "" : " AND queue = ?") + (type == null ? "" : " AND type = ?");
        database.forEach(
                "SELECT noted_at, MAX(depth) AS depth" + SUMS + " FROM " + newest(named)
                        + " GROUP BY noted_at ORDER BY noted_at DESC LIMIT " + MOST_TIMES,
                row -> {
                    Instant slot = JdbcActivityStore.slot(time(row), minutes);
                    runs.merge(slot, JdbcActivityStore.activity(row), Activity::plus);
                    Long depth = NullableColumn.number(row, "depth");
                    if (depth != null) {
                        depths.merge(slot, depth, Math::max);
                    }
                },
                parameters.toArray());
        Set<Instant> measured = new HashSet<>(runs.keySet());
        if (!named.isEmpty()) {
            database.forEach(
                    "SELECT DISTINCT noted_at FROM " + newest("") + " ORDER BY noted_at DESC LIMIT " + MOST_TIMES,
                    row -> measured.add(JdbcActivityStore.slot(time(row), minutes)),
                    parameters.get(0));
        }
        return IntStream.range(0, slots)
                .mapToObj(slot -> first.plus(Duration.ofMinutes((long) slot * minutes)))
                .map(start -> {
                    Activity ran = runs.getOrDefault(start, JdbcActivityStore.NONE);
                    return span(start, minutes, measured.contains(start), ran, depths.get(start));
                })
                .toList();
    }

    private static String newest(String named) {
        return "(SELECT * FROM baton_activity WHERE noted_at >= ?" + named + " ORDER BY noted_at DESC LIMIT "
                + MOST_ROWS + ") AS newest";
    }

    private Instant time(ResultSet row) throws SQLException {
        return requireNonNull(database.dialect().instant(row, "noted_at"));
    }

    private static ActiveSpan span(Instant start, int minutes, boolean measured, Activity runs, @Nullable Long depth) {
        return new ActiveSpan(
                start,
                minutes,
                measured,
                runs.count(Count.STARTED),
                runs.count(Count.COMPLETED),
                runs.count(Count.CANCELLED),
                runs.count(Count.FAILED),
                runs.count(Count.DIED),
                runs.waitOf(0.5),
                runs.waitOf(0.95),
                runs.count(Count.STARTED) == 0 ? null : Micros.duration(runs.count(Count.LONGEST_WAIT)),
                depth);
    }

    ActiveNames names() {
        return new ActiveNames(names("queue"), names("type"));
    }

    private List<String> names(String column) {
        return database
                .list(
                        "SELECT " + column + " FROM " + newest(" AND " + column + " IS NOT NULL") + " GROUP BY "
                                + column + " ORDER BY SUM(started) DESC, " + column + " LIMIT " + MOST_NAMES,
                        String.class,
                        database.dialect()
                                .timestamp(JdbcActivityStore.present(database).minus(DAY)))
                .stream()
                .sorted()
                .toList();
    }
}
