package io.baton.recurring;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.StateCode;
import io.baton.job.TickLabels;
import io.baton.job.jdbc.Labels;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.recurring.DueTicks.Ticks;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.SqlParameterValue;

/** Stores schedules. Each method runs in the transaction of its caller. */
public final class ScheduleStore {

    private static final String ACTIVE = "paused = FALSE AND gone = FALSE AND next_at";
    private static final String KNOWN = "known_at <= ";
    private static final String KEPT = "SELECT labels, state FROM baton_job WHERE id = ?";
    private static final String ENDED = "SELECT labels, -1 AS state FROM baton_job_history WHERE id = ?";

    private static final String COLUMNS = """
            name, made_by, type, queue, priority, max_attempts, labels, permits, payload, cron, every_micros, zone_id, missed,
            may_overlap, next_at, declared, calendar, paused, known_at, gone, changed_at""";

    private static final String ADDED = """
            SELECT {?varchar(100)} AS name, {?uuid} AS made_by, {?varchar(200)} AS type, {?varchar(310)} AS queue,
                {?integer} AS priority, {?integer} AS max_attempts, {?varchar} AS labels, {?varchar} AS permits,
                {?varchar} AS payload, {?varchar(200)} AS cron, {?bigint} AS every_micros, {?varchar(50)} AS zone_id,
                {?smallint} AS missed, {?boolean} AS may_overlap, {?timestamp(6) with time zone} AS next_at,
                {?varchar(64)} AS declared, {?varchar(100)} AS calendar, FALSE AS paused, {now} AS known_at, FALSE AS gone, {now} AS changed_at""";

    private static final String DEFINE = """
            UPDATE baton_schedule SET type = ?, queue = ?, priority = ?, max_attempts = ?, labels = ?, permits = ?, payload = ?,
                cron = ?, every_micros = ?, zone_id = ?, missed = ?, may_overlap = ?, next_at = ?, declared = ?,
                calendar = ?, changed_at = {now}
            WHERE name = ?""";

    private static final String SELECT = "SELECT s.*, {now} AS read_at FROM baton_schedule s";

    /** The stored code is the index in this list. */
    private static final List<MissedTicks> MISSED =
            List.of(MissedTicks.RUN_ONCE, MissedTicks.SKIP, MissedTicks.RUN_ALL);

    private static final Logger log = LoggerFactory.getLogger(ScheduleStore.class);

    private final SeldomLog seldom = new SeldomLog(log);
    private final Database database;
    private final Calendars calendars;

    public ScheduleStore(Database database, Calendars calendars) {
        this.database = database;
        this.calendars = calendars;
    }

    Calendars calendars() {
        return calendars;
    }

    /** Fails with a {@link BatonException} if this node does not know the calendar of a recurrence, or the calendar leaves no ticks. */
    void check(Recurrence recurrence) {
        Ticks ticks = DueTicks.ticks(recurrence, calendars);
        if (recurrence.calendar() != null && !recurrence.never() && ticks.after(Instant.EPOCH) == null) {
            throw new BatonException("The calendar \"" + recurrence.calendar()
                    + "\" closes each day that the cron expression \"" + recurrence.cron() + "\" names");
        }
    }

    /**
     * Inserts a row with its first tick unless the name exists. Returns whether it was inserted, which a second statement reads: an insert that
     * waited for another transaction finds that transaction's row.
     *
     * @param declared the digest of the declaration by code; null if the code does not declare the schedule
     */
    boolean insert(Definition definition, @Nullable String declared) {
        UUID own = UUID.randomUUID();
        List<Object> values =
                new ArrayList<>(List.of(definition.name(), database.dialect().uuid(own)));
        values.addAll(values(definition, DueTicks.first(definition.recurrence(), calendars, database.now()), declared));
        database.insertIfAbsent("baton_schedule", COLUMNS, ADDED, values.toArray());
        return database.query(
                        "SELECT made_by FROM baton_schedule WHERE name = ? FOR UPDATE",
                        (row, number) -> database.dialect().uuid(row, "made_by"),
                        definition.name())
                .contains(own);
    }

    private List<Object> values(Definition definition, @Nullable Instant nextAt, @Nullable String declared) {
        NewJob job = definition.job();
        Recurrence recurrence = definition.recurrence();
        Duration every = recurrence.every();
        return List.of(
                job.type(),
                job.queue(),
                job.priority(),
                new SqlParameterValue(Types.INTEGER, job.maxAttempts()),
                text(Labels.written(job.labels())),
                text(job.permits().isEmpty() ? null : String.join("\n", job.permits())),
                text(job.payload()),
                text(recurrence.cron()),
                new SqlParameterValue(Types.BIGINT, every == null ? null : Micros.of(every)),
                recurrence.zone().getId(),
                MISSED.indexOf(recurrence.missed()),
                recurrence.overlap(),
                time(nextAt),
                text(declared),
                text(recurrence.calendar()));
    }

    private static Object text(@Nullable String value) {
        return new SqlParameterValue(Types.VARCHAR, value);
    }

    private Object time(@Nullable Instant time) {
        return time == null
                ? new SqlParameterValue(Types.TIMESTAMP_WITH_TIMEZONE, null)
                : database.dialect().timestamp(time);
    }

    /** Returns whether this name has a row, even if this node cannot read it. */
    boolean exists(String name) {
        return database.finds("SELECT name FROM baton_schedule WHERE name = ?", name);
    }

    /** Returns which of these names have a row. */
    Set<String> existing(Set<String> names) {
        String found = "SELECT name FROM baton_schedule WHERE name IN (" + Database.marks(names) + ")";
        return Set.copyOf(database.list(found, String.class, names.toArray()));
    }

    /**
     * Locks a row and returns its schedule.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> lock(String name) {
        return locked(name, " FOR UPDATE");
    }

    /**
     * Locks a row and returns its schedule. Returns empty if another session has locked the row, on databases that can skip locked rows.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> lockIfFree(String name) {
        return locked(name, " {skipLocked}");
    }

    /** Locks a row, then reads it with a lock: the locking statement may return an older row, and a plain read in the caller's transaction too. */
    private Optional<Schedule> locked(String name, String how) {
        return database.finds("SELECT name FROM baton_schedule WHERE name = ?" + how, name)
                ? read(" WHERE name = ? FOR UPDATE", name)
                : Optional.empty();
    }

    /**
     * Returns a schedule.
     *
     * @throws UnreadableScheduleException if this node cannot read it
     */
    Optional<Schedule> find(String name) {
        return read(" WHERE name = ?", name);
    }

    /** Returns the first schedules by name. Leaves out schedules that this node cannot read. */
    List<Schedule> list(int limit) {
        List<Schedule> readable = new ArrayList<>();
        database.forEach(SELECT + " ORDER BY name LIMIT " + limit, row -> {
            try {
                readable.add(schedule(row));
            } catch (UnreadableScheduleException e) {
                seldom.warn(row.getString("name"), "A recurring job is left out: {}", LogText.of(e.getMessage()));
            }
        });
        return readable;
    }

    private Optional<Schedule> read(String which, String name) {
        return database.first(SELECT + which, (row, number) -> schedule(row), name);
    }

    private Schedule schedule(ResultSet row) throws SQLException {
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
        return new Schedule(
                new Definition(row.getString("name"), recurrence(row), job),
                database.dialect().instant(row, "next_at"),
                database.dialect().instant(row, "last_tick"),
                NullableColumn.number(row, "last_job"),
                row.getBoolean("paused"),
                row.getString("declared"),
                requireNonNull(database.dialect().instant(row, "known_at")),
                row.getBoolean("gone"),
                requireNonNull(database.dialect().instant(row, "read_at")),
                calendars);
    }

    private static Recurrence recurrence(ResultSet row) throws SQLException {
        String cron = row.getString("cron");
        try {
            return new Recurrence(
                            cron,
                            cron == null ? Micros.duration(row.getLong("every_micros")) : null,
                            ZoneOffset.UTC,
                            MISSED.get(Math.min(row.getInt("missed"), MISSED.size() - 1)),
                            row.getBoolean("may_overlap"),
                            cron == null ? null : row.getString("calendar"))
                    .zone(row.getString("zone_id"));
        } catch (BatonException e) {
            throw new UnreadableScheduleException(row.getString("name"), e);
        }
    }

    /** Returns names after this one, ascending, of schedules with a tick that has passed and needs its job. */
    List<String> due(String after, int limit) {
        return database.list(
                "SELECT name FROM baton_schedule WHERE name > ? AND " + ACTIVE + " <= {now} ORDER BY name LIMIT "
                        + limit,
                String.class,
                after);
    }

    /** Returns the time until the next tick of any schedule; zero if it has passed, empty if there is none. */
    Optional<Duration> nextDue() {
        Long micros = database.value(
                "SELECT {until MIN(next_at)} FROM baton_schedule WHERE " + ACTIVE + " IS NOT NULL", Long.class);
        return Optional.ofNullable(micros).map(left -> Micros.duration(Math.max(0, left)));
    }

    /** Writes a definition. */
    void define(Definition definition, @Nullable Instant nextAt, @Nullable String declared) {
        List<Object> values = new ArrayList<>(values(definition, nextAt, declared));
        values.add(definition.name());
        database.update(DEFINE, values.toArray());
    }

    /** Marks a schedule as known by a node. */
    void known(String name) {
        database.update("UPDATE baton_schedule SET known_at = {now}, gone = FALSE WHERE name = ?", name);
    }

    /** Writes the next tick, and the last tick and job unless they are null. */
    void fired(String name, @Nullable Instant nextAt, @Nullable Instant lastTick, @Nullable Long lastJob) {
        database.update("UPDATE baton_schedule SET next_at = ? WHERE name = ?", time(nextAt), name);
        if (lastTick != null) {
            database.update(
                    "UPDATE baton_schedule SET last_tick = ?, last_job = ? WHERE name = ?",
                    time(lastTick),
                    new SqlParameterValue(Types.BIGINT, lastJob),
                    name);
        }
    }

    /** Writes the payload, encrypted with another key. */
    void renew(String name, @Nullable String payload) {
        database.update("UPDATE baton_schedule SET payload = ? WHERE name = ?", text(payload), name);
    }

    /** Writes the last job. */
    void triggered(String name, long job) {
        database.update("UPDATE baton_schedule SET last_job = ? WHERE name = ?", job, name);
    }

    /** Pauses or resumes a schedule. */
    void pause(String name, boolean paused, @Nullable Instant nextAt) {
        database.update(
                "UPDATE baton_schedule SET paused = ?, next_at = ?, changed_at = {now} WHERE name = ?",
                paused,
                time(nextAt),
                name);
    }

    /** Removes a schedule. */
    void remove(String name) {
        database.update("DELETE FROM baton_schedule WHERE name = ?", name);
    }

    /**
     * Returns whether this job of a schedule has not ended. Where ids come again, the id may be that of a job of another schedule, or of none. A
     * plain read may be old: only a lock shows that the job does not exist, or is still dead. The schedule of a job is read without a lock, since
     * labels never change and rows of other jobs may be locked for long.
     */
    boolean isUnfinished(String name, long job) {
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
        return database.first(
                sql,
                (row, number) -> new LastJob(
                        Labels.read(row.getString("labels")), row.getInt("state") == StateCode.of(JobState.DEAD)),
                job);
    }

    /** A job that has the id of a schedule's last job. */
    private record LastJob(Map<String, String> labels, boolean dead) {

        boolean isOf(String schedule) {
            return schedule.equals(labels.get(TickLabels.SCHEDULE));
        }
    }

    /**
     * Marks schedules as known that were last marked this long ago. A declared schedule needs one of these names, any other one of these types. Skips
     * locked rows, and reads up to {@code limit} rows after a name.
     *
     * @return the last name that was read; empty if no rows are left
     */
    Optional<String> markKnown(Set<String> names, Set<String> types, Duration ago, String after, int limit) {
        Long since = -Micros.of(ago);
        List<Known> seen = database.query(
                "SELECT name, type, declared FROM baton_schedule WHERE name > ? AND " + KNOWN
                        + "{now+?} ORDER BY name LIMIT " + limit
                        + " {skipLocked}",
                (row, number) ->
                        new Known(row.getString("name"), row.getString("type"), row.getString("declared") != null),
                after,
                since);
        List<Object[]> mine = seen.stream()
                .filter(each -> each.declared() ? names.contains(each.name()) : types.contains(each.type()))
                .map(each -> new Object[] {each.name(), since})
                .toList();
        database.updateEach(
                "UPDATE baton_schedule SET known_at = {now}, gone = FALSE WHERE name = ? AND " + KNOWN + "{now+?}",
                mine);
        return seen.size() < limit
                ? Optional.empty()
                : Optional.of(seen.get(seen.size() - 1).name());
    }

    private record Known(String name, String type, boolean declared) {}

    /** Stops up to {@code limit} schedules that no node has marked as known for this long. Returns their names. */
    List<String> stopUnknown(Duration ago, int limit) {
        Long since = -Micros.of(ago);
        String unknown = "gone = FALSE AND " + KNOWN + "{now+?}";
        List<String> names = database.list(
                "SELECT name FROM baton_schedule WHERE " + unknown + " ORDER BY name LIMIT " + limit + " {skipLocked}",
                String.class,
                since);
        return names.stream()
                .filter(name -> database.update(
                                "UPDATE baton_schedule SET gone = TRUE WHERE name = ? AND " + unknown, name, since)
                        == 1)
                .toList();
    }

    /** Thrown if this node does not understand the recurrence of a schedule, such as a calendar or a time zone that it does not have. */
    static class UnreadableScheduleException extends BatonException {

        UnreadableScheduleException(String name, BatonException cause) {
            super(
                    "This node cannot read when the recurring job \"" + name
                            + "\" recurs, and leaves it to other nodes: "
                            + cause.getMessage()
                            + ". If another node stored it, this one needs its calendars, and a Java and a Spring as new as there",
                    cause);
        }
    }
}
