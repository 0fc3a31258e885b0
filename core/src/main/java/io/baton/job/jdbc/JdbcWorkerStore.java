package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.Capability;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Retention;
import io.baton.job.Transition;
import io.baton.job.WorkerStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
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
    private static final String MAY_HOLD = " FROM baton_worker w WHERE dead = TRUE AND released = FALSE AND" + HOLDS;
    private static final String LOCK_WORKER =
            "SELECT orderly FROM baton_worker WHERE id = ? AND dead = TRUE FOR UPDATE SKIP LOCKED";
    private static final String UNOWNED =
            "NOT EXISTS (SELECT 1 FROM baton_worker w WHERE w.id = j.worker_id AND w.released = FALSE)";
    /** The crash count from which on a reclaimed job is dead: one for a worker that held it, and four for starts that ended with their workers. */
    private static final int CRASHES_TO_DIE = 5;

    /** Keeps the worker's id. Adds the starts that were counted as crashes to the attempts, which did not include them. */
    private static final String DIES =
            "state = 5, lock_id = NULL, attempt = LEAST(attempt - 1 + crashes, 1000000000), error = ?, died_at = {now}";

    private static final String LOST = "Worker lost: four workers in a row died while they ran this job, after another"
            + " that held it. Revive it when the cause is fixed.";

    private static final Duration SEEN_WITHIN = Duration.ofMinutes(1);

    private final Database database;
    private final Transitions transitions;

    /** Creates a store in this database. */
    public JdbcWorkerStore(Database database, Retention retention) {
        this(database, retention, List.of());
    }

    /** Creates a store with capabilities that keep rows of their own about jobs. */
    public JdbcWorkerStore(Database database, Retention retention, Collection<Capability> capabilities) {
        this.database = database;
        this.transitions = new Transitions(database, retention, capabilities);
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
    public void deregister(long workerId) {
        database.update("UPDATE baton_worker SET dead = TRUE, orderly = TRUE WHERE id = ? AND dead = FALSE", workerId);
    }

    @Override
    public void resign(long workerId) {
        database.update("UPDATE baton_worker SET dead = TRUE WHERE id = ? AND dead = FALSE", workerId);
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
        return database.list("SELECT id" + MAY_HOLD + " ORDER BY id LIMIT " + limit, Long.class);
    }

    @Override
    public boolean mayHold(long workerId) {
        return database.finds("SELECT id" + MAY_HOLD + " AND id = ?", workerId);
    }

    /** Locks the worker's row, so that only one sweeper at a time reclaims its jobs. */
    @Override
    public Unlocked unlock(long deadWorkerId, int limit) {
        List<Boolean> orderly = database.list(LOCK_WORKER, Boolean.class, deadWorkerId);
        return orderly.isEmpty()
                ? Unlocked.NOTHING
                : reclaim(
                        orderly.get(0),
                        "baton_job j WHERE worker_id = ?",
                        deadWorkerId,
                        limit,
                        "worker_id = ?",
                        deadWorkerId);
    }

    /**
     * A worker has a row before its first claim and as long as jobs refer to it, so that only a manual change leaves a job without one. A released
     * worker leaves jobs if its last claim was still under way. This first reads without locks: there are almost never such jobs, and a read with
     * locks would lock rows that workers hold.
     */
    @Override
    public Unlocked unlockStrays(int limit) {
        String unowned = unowned();
        RowsById byId = database.rows("baton_job");
        List<Long> ids = database.list(
                "SELECT id FROM baton_job j WHERE state = 2 AND " + unowned + " LIMIT " + limit, Long.class);
        return ids.isEmpty()
                ? Unlocked.NOTHING
                : reclaim(false, byId.from() + " AND " + unowned, byId.ids(ids), limit, unowned);
    }

    /**
     * Reclaims up to {@code limit} of the claimed rows; skips locked rows. A job whose cancellation was requested is cancelled, and a job with too
     * high a crash count is dead. Any other job is ready again, and its next start will be counted as a crash.
     *
     * @param orderly whether the worker stopped normally: no job ended it, so that its last crash is not counted
     * @param rows the table, named {@code j}, and a condition with one parameter
     * @param condition a condition that is checked again under the locks of the rows
     */
    private Unlocked reclaim(
            boolean orderly, String rows, Object parameter, int limit, String condition, Object... parameters) {
        List<TiedJob> free = new ArrayList<>();
        List<TiedJob> lethal = new ArrayList<>();
        List<TiedJob> cancelled = new ArrayList<>();
        Set<String> queues = new HashSet<>();
        database.forEach(
                "SELECT queue, crashes, cancel_requested, " + TiesRow.OF_JOB + " FROM " + rows
                        + " AND state = 2 ORDER BY id LIMIT " + limit + " {skipLocked}",
                row -> {
                    TiedJob job = TiesRow.job(row);
                    if (row.getBoolean("cancel_requested")) {
                        cancelled.add(job);
                    } else if (row.getInt("crashes") - (orderly ? 1 : 0) >= CRASHES_TO_DIE) {
                        lethal.add(job);
                    } else {
                        free.add(job);
                        queues.add(row.getString("queue"));
                    }
                },
                parameter);
        String crashes = orderly ? "GREATEST(crashes - 1, 0)" : "GREATEST(crashes, 1)";
        int ready = transitions.change(
                Transition.UNLOCKED,
                free,
                "state = 1, lock_id = NULL, worker_id = NULL, attempt = attempt - 1, crashes = " + crashes,
                List.of(),
                "state = 2 AND " + condition,
                parameters);
        int dead = transitions.change(
                Transition.DEAD,
                lethal,
                DIES,
                List.of(LOST),
                "state = 2 AND cancel_requested = FALSE AND " + condition,
                parameters);
        transitions.cancel(cancelled);
        return new Unlocked(ready + dead + cancelled.size(), dead == 0 ? List.of() : TiesRow.ids(lethal), queues);
    }

    /**
     * With several writable servers, a server may have a claim before the row of its worker, which was written on another server. A claim without a
     * time, or with a future one, is a manual change.
     */
    private String unowned() {
        Dialect dialect = database.dialect();
        long within = Micros.of(SEEN_WITHIN);
        String age = "COALESCE(ABS({until j.claimed_at}), " + within + ")";
        return dialect.locksMayBeLocal()
                ? UNOWNED + " AND (" + age + " >= " + within
                        + " OR EXISTS (SELECT 1 FROM baton_worker w WHERE w.id = j.worker_id))"
                : UNOWNED;
    }

    @Override
    public int release(int limit) {
        List<Long> free = free("w.released = FALSE", limit);
        return free.isEmpty() ? 0 : database.rows("baton_worker").update(free, "released = TRUE");
    }

    /** A job that is not claimed, or its history, may outlive the row of its last worker. */
    @Override
    public int forget(int limit) {
        List<Long> free = free("w.seen_at <= {now+?}", limit, -Micros.of(NAME_KEPT_FOR));
        return free.isEmpty() ? 0 : database.rows("baton_worker").delete(free, "dead = TRUE");
    }

    /** Locks the rows of dead workers that hold no job, and skips locked rows; returns the ids of the workers. */
    private List<Long> free(String condition, int limit, Object... parameters) {
        String pick = "SELECT w.id FROM baton_worker w WHERE w.dead = TRUE AND " + condition + " AND NOT" + HOLDS
                + " ORDER BY w.id LIMIT " + limit;
        List<Long> dead = database.list(pick, Long.class, parameters);
        if (dead.isEmpty()) {
            return dead;
        }
        RowsById byId = database.rows("baton_worker");
        String lock = "SELECT j.id FROM " + byId.from() + " AND j.dead = TRUE ORDER BY j.id FOR UPDATE SKIP LOCKED";
        return database.list(lock, Long.class, byId.ids(dead));
    }

    @Override
    public Set<String> queuesServed() {
        return lines("queues");
    }

    @Override
    public boolean presentFor(Duration time) {
        String select = "SELECT COUNT(*) FROM baton_worker WHERE started_at <= {now+?} AND seen_at > {now+?}";
        long ago = Micros.of(time);
        return requireNonNull(
                        database.value(select, Integer.class, -ago, -Math.max(ago, Micros.of(Duration.ofMinutes(1)))))
                > 0;
    }

    @Override
    public Set<String> typesSeen() {
        return lines("types");
    }

    private Set<String> lines(String column) {
        return database
                .list("SELECT DISTINCT " + column + " FROM baton_worker WHERE dead = FALSE", String.class)
                .stream()
                .flatMap(String::lines)
                .collect(Collectors.toSet());
    }
}
