package io.baton.recurring;

import static java.util.Objects.requireNonNull;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.job.StateCode;
import io.baton.job.TickLabels;
import io.baton.job.jdbc.Labels;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.recurring.ScheduleColumns.UnreadableScheduleException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** Schedules in a relational database. */
public final class JdbcScheduleStore implements ScheduleStore {

    private static final String ACTIVE = "paused = FALSE AND gone = FALSE AND next_at";
    private static final String KEPT = "SELECT labels, state FROM baton_job WHERE id = ?";
    private static final String ENDED = "SELECT labels, -1 AS state FROM baton_job_history WHERE id = ?";

    private static final Logger log = LoggerFactory.getLogger(JdbcScheduleStore.class);

    private final SeldomLog seldom = new SeldomLog(log);
    private final Database database;
    private final ScheduleColumns columns;
    private final Knowledge knowledge;

    /** Creates a store in this database. */
    public JdbcScheduleStore(Database database) {
        this.database = database;
        this.columns = new ScheduleColumns(database.dialect());
        this.knowledge = new Knowledge(database);
    }

    @Override
    public Instant now() {
        return database.query(
                        "SELECT " + database.dialect().now() + " AS read_at",
                        (row, number) -> requireNonNull(database.dialect().instant(row, "read_at")))
                .get(0);
    }

    /** Reads the row in a further statement: an insert that waited for another one's row finds that one. */
    @Override
    public boolean insert(Definition definition, @Nullable Instant nextAt, @Nullable String declared) {
        UUID own = UUID.randomUUID();
        List<Object> values =
                new ArrayList<>(List.of(definition.name(), database.dialect().uuid(own)));
        values.addAll(columns.values(definition, nextAt, declared));
        try {
            database.update(
                    database.dialect()
                            .insertIfAbsent(
                                    "baton_schedule",
                                    "name, made_by, " + columns.names() + ", paused, known_at, gone, changed_at",
                                    row()),
                    values.toArray());
        } catch (DuplicateKeyException e) {
            return false;
        }
        return database.query(
                        "SELECT made_by FROM baton_schedule WHERE name = ? FOR UPDATE",
                        (row, number) -> database.dialect().uuid(row, "made_by"),
                        definition.name())
                .contains(own);
    }

    private String row() {
        String now = database.dialect().now();
        return "SELECT " + database.dialect().parameter("varchar(100)") + " AS name, "
                + database.dialect().parameter("uuid") + " AS made_by, " + columns.parameters()
                + ", FALSE AS paused, " + now + " AS known_at, FALSE AS gone, " + now + " AS changed_at";
    }

    @Override
    public boolean exists(String name) {
        return database.finds("SELECT name FROM baton_schedule WHERE name = ?", name);
    }

    @Override
    public Set<String> existing(Set<String> names) {
        String marks = String.join(", ", Collections.nCopies(names.size(), "?"));
        return Set.copyOf(database.list(
                "SELECT name FROM baton_schedule WHERE name IN (" + marks + ")", String.class, names.toArray()));
    }

    @Override
    public Optional<Schedule> lock(String name) {
        return locked(name, " FOR UPDATE");
    }

    @Override
    public Optional<Schedule> lockIfFree(String name) {
        return locked(name, database.dialect().skipLocked());
    }

    /** Reads again after the lock: the result of the statement that locks may be older, and the application's snapshot older still. */
    private Optional<Schedule> locked(String name, String how) {
        List<String> own = database.list("SELECT name FROM baton_schedule WHERE name = ?" + how, String.class, name);
        return own.isEmpty()
                ? Optional.empty()
                : read(" WHERE name = ? FOR UPDATE", name).stream().findFirst();
    }

    @Override
    public Optional<Schedule> find(String name) {
        return read(" WHERE name = ?", name).stream().findFirst();
    }

    @Override
    public List<Schedule> list(int limit) {
        List<Schedule> readable = new ArrayList<>();
        database.forEach(select() + " ORDER BY name LIMIT " + limit, row -> {
            try {
                readable.add(schedule(row));
            } catch (UnreadableScheduleException e) {
                seldom.warn(row.getString("name"), "A recurring job is left out: {}", LogText.of(e.getMessage()));
            }
        });
        return readable;
    }

    private List<Schedule> read(String which, Object... parameters) {
        return database.query(select() + which, (row, number) -> schedule(row), parameters);
    }

    private String select() {
        return "SELECT name, " + columns.names() + ", last_tick, last_job, paused, known_at, gone, "
                + database.dialect().now() + " AS read_at FROM baton_schedule";
    }

    private Schedule schedule(ResultSet row) throws SQLException {
        return new Schedule(
                ScheduleColumns.read(row),
                database.dialect().instant(row, "next_at"),
                database.dialect().instant(row, "last_tick"),
                NullableColumn.number(row, "last_job"),
                row.getBoolean("paused"),
                row.getString("declared"),
                requireNonNull(database.dialect().instant(row, "known_at")),
                row.getBoolean("gone"),
                requireNonNull(database.dialect().instant(row, "read_at")));
    }

    @Override
    public List<String> due(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_schedule WHERE name > ? AND " + ACTIVE + " <= "
                        + database.dialect().now() + " ORDER BY name LIMIT " + limit,
                String.class,
                after);
    }

    @Override
    public Optional<Duration> nextDue() {
        Long micros = database.value(
                "SELECT " + database.dialect().microsUntil("MIN(next_at)") + " FROM baton_schedule WHERE " + ACTIVE
                        + " IS NOT NULL",
                Long.class);
        return Optional.ofNullable(micros).map(left -> Micros.duration(Math.max(0, left)));
    }

    @Override
    public void define(Definition definition, @Nullable Instant nextAt, @Nullable String declared) {
        List<Object> values = columns.values(definition, nextAt, declared);
        values.add(definition.name());
        database.update(
                "UPDATE baton_schedule SET " + columns.set() + ", changed_at = "
                        + database.dialect().now() + " WHERE name = ?",
                values.toArray());
    }

    @Override
    public void known(String name) {
        database.update(
                "UPDATE baton_schedule SET known_at = " + database.dialect().now() + ", gone = FALSE WHERE name = ?",
                name);
    }

    @Override
    public void fired(String name, @Nullable Instant nextAt, @Nullable Instant lastTick, @Nullable Long lastJob) {
        database.update("UPDATE baton_schedule SET next_at = ? WHERE name = ?", columns.time(nextAt), name);
        if (lastTick != null) {
            database.update(
                    "UPDATE baton_schedule SET last_tick = ?, last_job = ? WHERE name = ?",
                    columns.time(lastTick),
                    new SqlParameterValue(Types.BIGINT, lastJob),
                    name);
        }
    }

    @Override
    public void triggered(String name, long job) {
        database.update("UPDATE baton_schedule SET last_job = ? WHERE name = ?", job, name);
    }

    @Override
    public void pause(String name, boolean paused, @Nullable Instant nextAt) {
        database.update(
                "UPDATE baton_schedule SET paused = ?, next_at = ?, changed_at = "
                        + database.dialect().now() + " WHERE name = ?",
                paused,
                columns.time(nextAt),
                name);
    }

    @Override
    public void remove(String name) {
        database.update("DELETE FROM baton_schedule WHERE name = ?", name);
    }

    /**
     * The caller's snapshot may be old: only a lock shows that there is no such job, or that it is still dead. Which schedule a job belongs to is
     * read without one, since labels never change, and rows of others may be locked for long.
     */
    @Override
    public boolean isUnfinished(String name, long job) {
        Optional<LastJob> kept = lastJob(KEPT, job);
        if (kept.isPresent() && (!kept.get().isOf(name) || !kept.get().dead())) {
            return kept.get().isOf(name);
        }
        if (kept.isEmpty()
                && lastJob(ENDED, job).filter(ended -> ended.isOf(name)).isPresent()) {
            return false;
        }
        return lastJob(KEPT + " FOR UPDATE", job)
                .filter(locked -> locked.isOf(name) && !locked.dead())
                .isPresent();
    }

    private Optional<LastJob> lastJob(String sql, long job) {
        return database
                .query(
                        sql,
                        (row, number) -> new LastJob(
                                Labels.read(row.getString("labels")),
                                row.getInt("state") == StateCode.of(JobState.DEAD)),
                        job)
                .stream()
                .findFirst();
    }

    /** A job with the id of a schedule's last one. */
    private record LastJob(Map<String, String> labels, boolean dead) {

        boolean isOf(String schedule) {
            return schedule.equals(labels.get(TickLabels.SCHEDULE));
        }
    }

    @Override
    public Optional<String> markKnown(Set<String> names, Set<String> types, Duration ago, String after, int limit) {
        return knowledge.markKnown(names, types, ago, after, limit);
    }

    @Override
    public List<String> stopUnknown(Duration ago, int limit) {
        return knowledge.stopUnknown(ago, limit);
    }
}
