package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.job.WorkerStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Stores workers in a relational database. */
public final class JdbcWorkerStore implements WorkerStore {

    /** How long a dead worker's row stays, since history refers to it for the worker's name. */
    private static final Duration NAME_KEPT_FOR = Duration.ofDays(7);

    /**
     * Ids are random. A counter would begin anew after the table was emptied or restored, and give a worker the id under which another one holds
     * jobs. JavaScript can represent every such id.
     */
    private static final long ID_BITS = (1L << 53) - 1;

    private static final String HOLDS = " EXISTS (SELECT 1 FROM baton_job j WHERE j.state = 2 AND j.worker_id = w.id)";

    private final Database database;

    public JdbcWorkerStore(Database database) {
        this.database = database;
    }

    @Override
    public long register(WorkerInfo info) {
        String insert =
                "INSERT INTO baton_worker (id, name, host, pid, epoch, version, dead_after_millis, queues, types, started_at, seen_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, {now}, {now})";
        long id = info.epoch().getLeastSignificantBits() & ID_BITS;
        database.update(
                insert,
                id,
                info.name(),
                info.host(),
                info.pid(),
                database.dialect().uuid(info.epoch()),
                info.version(),
                info.deadAfter().toMillis(),
                String.join("\n", new TreeSet<>(info.queues())),
                String.join("\n", new TreeSet<>(info.types())));
        return id;
    }

    @Override
    public boolean heartbeat(long workerId) {
        String update = "UPDATE baton_worker SET seen_at = {now} WHERE id = ? AND dead = FALSE";
        return database.update(update, workerId) == 1;
    }

    @Override
    public void deregister(long workerId, boolean orderly) {
        String how = orderly ? "dead = TRUE, orderly = TRUE" : "dead = TRUE";
        database.update("UPDATE baton_worker SET " + how + " WHERE id = ? AND dead = FALSE", workerId);
    }

    @Override
    public List<SeenWorker> living() {
        return database.query(
                "SELECT id, name, seen_at, dead_after_millis FROM baton_worker WHERE dead = FALSE",
                (row, number) -> seen(row, database));
    }

    /** Reads a living worker from a row. */
    static SeenWorker seen(ResultSet row, Database database) throws SQLException {
        Long deadAfter = NullableColumn.number(row, "dead_after_millis");
        return new SeenWorker(
                row.getLong("id"),
                row.getString("name"),
                requireNonNull(database.dialect().instant(row, "seen_at")),
                deadAfter == null ? null : Duration.ofMillis(deadAfter));
    }

    /** Skips a locked row: a worker that was cut off or frozen during a heartbeat may hold the lock for long. */
    @Override
    public boolean declareDead(SeenWorker lastSeen) {
        String silent = " WHERE id = ? AND dead = FALSE AND seen_at = ?";
        Object[] parameters = {lastSeen.id(), database.dialect().timestamp(lastSeen.heartbeat())};
        String lock = "SELECT id FROM baton_worker" + silent + " FOR UPDATE SKIP LOCKED";
        return database.finds(lock, parameters)
                && database.update("UPDATE baton_worker SET dead = TRUE" + silent, parameters) == 1;
    }

    @Override
    public List<Long> dead(int limit) {
        return database.list(
                "SELECT id FROM baton_worker w WHERE dead = TRUE AND released = FALSE AND" + HOLDS
                        + " ORDER BY id LIMIT " + limit,
                Long.class);
    }

    /** A job that is not claimed, or its history, may outlive the row of its last worker. */
    @Override
    public int forget(int limit) {
        List<Long> unreleased = free("w.released = FALSE", limit);
        database.rows("baton_worker").update(unreleased, "released = TRUE");
        List<Long> free = free("w.seen_at <= {now+?}", limit, -Micros.of(NAME_KEPT_FOR));
        return database.rows("baton_worker").delete(free, "dead = TRUE");
    }

    /** Locks the rows of dead workers that hold no job, and skips locked rows; returns the ids of the workers. */
    private List<Long> free(String condition, int limit, Object... parameters) {
        String pick = "SELECT w.id FROM baton_worker w WHERE w.dead = TRUE AND " + condition + " AND NOT" + HOLDS
                + " ORDER BY w.id LIMIT " + limit;
        List<Long> dead = database.list(pick, Long.class, parameters);
        return database.ids("baton_worker", dead, " AND j.dead = TRUE ORDER BY j.id FOR UPDATE SKIP LOCKED");
    }

    @Override
    public Set<String> queuesServed() {
        String select = "SELECT DISTINCT queues FROM baton_worker WHERE dead = FALSE";
        return database.list(select, String.class).stream()
                .flatMap(String::lines)
                .collect(Collectors.toSet());
    }

    @Override
    public boolean presentFor(Duration time) {
        String select = "SELECT id FROM baton_worker WHERE started_at <= {now+?} AND seen_at > {now+?}";
        long ago = Micros.of(time);
        return database.finds(select, -ago, -Math.max(ago, Micros.of(Duration.ofMinutes(1))));
    }
}
