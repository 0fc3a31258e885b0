package io.baton.recurring;

import io.baton.BatonException;
import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.jdbc.Labels;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** The columns of a definition but its name, in the same order for every statement. */
record ScheduleColumns(Dialect dialect) {

    private record Column(String name, String type) {}

    private static final List<Column> ALL = List.of(
            new Column("type", "varchar(200)"),
            new Column("queue", "varchar(100)"),
            new Column("priority", "integer"),
            new Column("max_attempts", "integer"),
            new Column("labels", "varchar"),
            new Column("permits", "varchar"),
            new Column("payload", "varchar"),
            new Column("cron", "varchar(200)"),
            new Column("every_micros", "bigint"),
            new Column("zone_id", "varchar(50)"),
            new Column("missed", "smallint"),
            new Column("may_overlap", "boolean"),
            new Column("next_at", "timestamp(6) with time zone"),
            new Column("declared", "varchar(64)"));

    /** Returns their names. */
    String names() {
        return joined(Column::name);
    }

    /** Returns a parameter for each of them. */
    String parameters() {
        return joined(column -> "{?" + column.type() + "} AS " + column.name());
    }

    /** Returns the assignment of a parameter to each of them. */
    String set() {
        return joined(column -> column.name() + " = ?");
    }

    private static String joined(Function<Column, String> part) {
        return ALL.stream().map(part).collect(Collectors.joining(", "));
    }

    /** Returns the values of the parameters. */
    List<Object> values(Definition definition, @Nullable Instant nextAt, @Nullable String declared) {
        NewJob job = definition.job();
        Recurrence recurrence = definition.recurrence();
        List<Object> values = new ArrayList<>();
        values.add(job.type());
        values.add(job.queue());
        values.add(job.priority());
        values.add(new SqlParameterValue(Types.INTEGER, job.maxAttempts()));
        values.add(text(Labels.written(job.labels())));
        values.add(text(job.permits().isEmpty() ? null : String.join("\n", job.permits())));
        values.add(text(job.payload()));
        values.add(text(recurrence.cron()));
        values.add(
                new SqlParameterValue(Types.BIGINT, recurrence.every() == null ? null : Micros.of(recurrence.every())));
        values.add(recurrence.zone().getId());
        values.add(code(recurrence.missed()));
        values.add(recurrence.overlap());
        values.add(time(nextAt));
        values.add(text(declared));
        return values;
    }

    private static Object text(@Nullable String value) {
        return new SqlParameterValue(Types.VARCHAR, value);
    }

    /** Returns the value of a parameter for a time. */
    Object time(@Nullable Instant time) {
        return time == null ? new SqlParameterValue(Types.TIMESTAMP_WITH_TIMEZONE, null) : dialect.timestamp(time);
    }

    /**
     * Reads a definition.
     *
     * @throws UnreadableScheduleException if this node does not understand the row
     */
    static Definition read(ResultSet row) throws SQLException {
        String permits = row.getString("permits");
        NewJob job = new NewJob(
                row.getString("type"),
                row.getString("queue"),
                row.getInt("priority"),
                Due.NOW,
                NullableColumn.integer(row, "max_attempts"),
                Labels.read(row.getString("labels")),
                row.getString("payload"),
                permits == null ? List.of() : permits.lines().toList());
        return new Definition(row.getString("name"), known(row), job);
    }

    private static Recurrence known(ResultSet row) throws SQLException {
        try {
            return recurrence(row);
        } catch (BatonException e) {
            throw new UnreadableScheduleException(row.getString("name"), e);
        }
    }

    private static Recurrence recurrence(ResultSet row) throws SQLException {
        String cron = row.getString("cron");
        Recurrence ticks =
                cron != null ? Recurrence.cron(cron) : Recurrence.every(Micros.duration(row.getLong("every_micros")));
        return ticks.zone(row.getString("zone_id"))
                .missed(missed(row.getInt("missed")))
                .overlap(row.getBoolean("may_overlap"));
    }

    private static int code(MissedTicks missed) {
        return switch (missed) {
            case RUN_ONCE -> 0;
            case SKIP -> 1;
            case RUN_ALL -> 2;
        };
    }

    private static MissedTicks missed(int code) {
        return switch (code) {
            case 0 -> MissedTicks.RUN_ONCE;
            case 1 -> MissedTicks.SKIP;
            default -> MissedTicks.RUN_ALL;
        };
    }

    /** Thrown if this node does not understand the recurrence of a schedule, such as a time zone that its Java does not have. */
    public static class UnreadableScheduleException extends BatonException {

        private static final long serialVersionUID = 1L;

        /** Creates an exception for a schedule. */
        public UnreadableScheduleException(String name, BatonException cause) {
            super(
                    "This node cannot read when the recurring job \"" + name
                            + "\" recurs, and leaves it to other nodes: "
                            + cause.getMessage()
                            + ". If another node stored it, this one needs a Java and a Spring as new as there",
                    cause);
        }
    }
}
