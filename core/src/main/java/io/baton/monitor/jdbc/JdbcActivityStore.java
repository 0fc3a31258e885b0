package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.monitor.Activity;
import io.baton.monitor.Activity.Count;
import io.baton.monitor.ActivityStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;

/** Stores activity in a relational database. */
public record JdbcActivityStore(Database database) implements ActivityStore {

    /** The length of merged rows, in minutes. */
    static final int QUARTER = 15;

    private static final int HOURS_KEPT = 25;
    /** The age at which rows are merged: charts show the last hour by the minute, and a row may be written five minutes late. */
    private static final Duration UNFOLDED = Duration.ofMinutes(65);

    private static final String COLUMNS = Arrays.stream(Count.values())
            .map(Count::column)
            .collect(Collectors.joining(", ", "noted_at, minutes, queue, type, depth, ", ""));
    private static final String INSERT = "INSERT INTO baton_activity (" + COLUMNS + ") VALUES ("
            + "?, ".repeat(COLUMNS.split(",", -1).length - 1) + "?)";
    static final Activity NONE = new Activity(null, null, Map.of());

    @Override
    public Instant write(List<Activity> activities, Map<String, Long> depths) {
        Instant now = present(database);
        List<Row> rows = new ArrayList<>();
        activities.forEach(each -> rows.add(new Row(now, 1, each.queue(), each.type(), null, each)));
        depths.forEach((queue, depth) -> rows.add(new Row(now, 1, queue, null, depth, NONE)));
        depths.values().stream().reduce(Long::sum).ifPresent(all -> rows.add(new Row(now, 1, null, null, all, NONE)));
        database.updateEach(INSERT, rows.stream().map(this::parameters).toList());
        return now;
    }

    /** Returns the present time of the database. */
    static Instant present(Database database) {
        return database.query(
                        "SELECT {now} AS present",
                        (row, number) -> requireNonNull(database.dialect().instant(row, "present")))
                .get(0);
    }

    private Object[] parameters(Row row) {
        List<@Nullable Object> parameters = new ArrayList<>(Arrays.asList(
                database.dialect().timestamp(row.time()), row.minutes(), row.queue(), row.type(), row.depth()));
        for (Count each : Count.values()) {
            long count = row.of().count(each);
            parameters.add(count == 0 && each.compareTo(Count.LONGEST_WAIT) > 0 ? null : Long.valueOf(count));
        }
        return parameters.toArray();
    }

    /** Skips rows that another node is merging. A quarter of an hour may then have several merged rows, which readers add up. */
    @Override
    public int fold(int limit) {
        Instant end = slot(present(database).minus(UNFOLDED), QUARTER);
        List<Instant> oldest = database.query(
                "SELECT noted_at FROM baton_activity WHERE minutes = 1 AND noted_at < ? ORDER BY noted_at LIMIT 1",
                (row, number) -> slot(requireNonNull(database.dialect().instant(row, "noted_at")), QUARTER),
                database.dialect().timestamp(end));
        return oldest.isEmpty() ? 0 : fold(oldest.get(0), limit);
    }

    /** Merges in the order of names, so that few names are in more than one portion. */
    private int fold(Instant quarter, int limit) {
        Map<Long, Row> rows = new LinkedHashMap<>();
        database.forEach(
                "SELECT id, " + COLUMNS + " FROM baton_activity WHERE minutes = 1 AND noted_at >= ? AND noted_at < ?"
                        + " ORDER BY queue, type, id LIMIT " + limit
                        + " {skipLocked}",
                row -> rows.put(row.getLong("id"), row(row)),
                database.dialect().timestamp(quarter),
                database.dialect().timestamp(quarter.plus(Duration.ofMinutes(QUARTER))));
        if (rows.isEmpty()) {
            return 0;
        }
        Map<List<@Nullable Object>, Row> folded = rows.values().stream()
                .collect(Collectors.toMap(Row::name, Row::ofQuarter, Row::plus, LinkedHashMap::new));
        database.updateEach(
                INSERT, folded.values().stream().map(this::parameters).toList());
        if (database.rows("baton_activity").delete(List.copyOf(rows.keySet()), "TRUE") != rows.size()) {
            throw new ConcurrencyFailureException("Another node has merged these rows of activity");
        }
        return rows.size();
    }

    private Row row(ResultSet row) throws SQLException {
        return new Row(
                requireNonNull(database.dialect().instant(row, "noted_at")),
                row.getInt("minutes"),
                row.getString("queue"),
                row.getString("type"),
                NullableColumn.number(row, "depth"),
                activity(row));
    }

    /** Returns the counts of a row. */
    static Activity activity(ResultSet row) throws SQLException {
        Map<Count, Long> counts = new EnumMap<>(Count.class);
        for (Count each : Count.values()) {
            counts.put(each, row.getLong(each.column()));
        }
        return new Activity(null, null, counts);
    }

    @Override
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

    /** A row of the table without its id. It has counts of runs, or the depth of a queue, or, without a queue, the depth of all queues together. */
    private record Row(
            Instant time,
            int minutes,
            @Nullable String queue,
            @Nullable String type,
            @Nullable Long depth,
            Activity of) {

        /** Returns the values that rows must have in common to be merged. */
        List<@Nullable Object> name() {
            return Arrays.asList(slot(time, QUARTER), queue, type, depth == null);
        }

        Row ofQuarter() {
            return new Row(slot(time, QUARTER), QUARTER, queue, type, depth, of);
        }

        Row plus(Row other) {
            Long deeper = depth == null || other.depth == null ? null : Long.valueOf(Math.max(depth, other.depth));
            return new Row(time, minutes, queue, type, deeper, of.plus(other.of));
        }
    }
}
