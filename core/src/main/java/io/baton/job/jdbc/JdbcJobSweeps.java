package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Micros;
import io.baton.database.RowsById;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.JobSweeps;
import io.baton.job.ReadyJobs;
import io.baton.job.Retention;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes due jobs ready, reclaims jobs and removes expired ones, in bounded portions, on any number of nodes at once.
 *
 * @param purgedUntil where the last portion of history ended while there are more: the next one need not pass over the rows that are gone
 * @param readUntil the last id of the last portion, by table, while there are more
 */
record JdbcJobSweeps(
        Database database,
        Transitions transitions,
        JdbcJobSteps steps,
        Map<JobState, Instant> purgedUntil,
        Map<String, Long> readUntil)
        implements JobSweeps {

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

    private static final String NEXT_DUE = """
            SELECT MIN(micros) FROM (
                SELECT {until MIN(due_at)} AS micros FROM baton_job WHERE state = 0
                UNION ALL SELECT {until MIN(until_at)} FROM baton_step%s) AS next""";

    private static final Duration SEEN_WITHIN = Duration.ofMinutes(1);

    @Override
    public Promotion promoteDue(int limit) {
        String pick = "SELECT " + TiesRow.OF_JOB + ", queue, job_rank, {until due_at} AS until_due"
                + " FROM baton_job WHERE state = 0 AND due_at <= {statementTime} ORDER BY state, due_at, id LIMIT "
                + limit
                + " {skipLocked}";
        Map<String, ReadyJobs> readyJobs = new HashMap<>();
        List<TiedJob> due = database.query(pick, (row, number) -> {
            ReadyJobs ready = ready(row);
            readyJobs.merge(ready.queue(), ready, ReadyJobs::and);
            return TiesRow.job(row);
        });
        int promoted = transitions.change(
                Transition.PROMOTED, due, "state = 1", List.of(), "state = 0 AND due_at <= {statementTime}");
        Map<Long, String> waited = steps.endDueWaits(limit);
        waited.values().stream()
                .map(ReadyJobs::outOfTurn)
                .forEach(ready -> readyJobs.merge(ready.queue(), ready, ReadyJobs::and));
        return new Promotion(
                promoted + waited.size(),
                Set.copyOf(readyJobs.values()),
                nextDue().orElse(null));
    }

    private static ReadyJobs ready(ResultSet row) throws SQLException {
        String queue = row.getString("queue");
        boolean late = row.getLong("until_due") < -Micros.of(ReadyJobs.LATE);
        return late ? ReadyJobs.outOfTurn(queue) : ReadyJobs.of(queue, ~row.getInt("job_rank"));
    }

    @Override
    public Optional<Duration> nextDue() {
        // the one index has only open waits, and the other finds the first one without a condition
        String open = database.dialect().verbsAreStatements() ? " WHERE until_at IS NOT NULL" : "";
        Long micros = database.value(NEXT_DUE.formatted(open), Long.class);
        return micros == null ? Optional.empty() : Optional.of(Micros.duration(Math.max(0, micros)));
    }

    @Override
    public int purge(Retention retention, int limit) {
        return purgeHistory(JobState.COMPLETED, retention.completed(), limit)
                + purgeHistory(JobState.CANCELLED, retention.cancelled(), limit)
                + purgeDead(retention.dead(), limit);
    }

    private int purgeHistory(JobState state, @Nullable Duration kept, int limit) {
        if (kept == null) {
            return 0;
        }
        String ended = "state = " + StateCode.of(state);
        String pick = "SELECT id, ended_at FROM baton_job_history WHERE " + ended
                + " AND ended_at >= ? AND ended_at <= {statementTime+?}"
                + database.dialect().orderByIndex("state", "ended_at") + " LIMIT " + limit + " {skipLocked}";
        List<Map.Entry<Long, Instant>> found = database.query(
                pick,
                (row, number) -> Map.entry(
                        row.getLong("id"), requireNonNull(database.dialect().instant(row, "ended_at"))),
                database.dialect().timestamp(purgedUntil.getOrDefault(state, Instant.EPOCH)),
                -Micros.of(kept));
        if (found.size() == limit) {
            purgedUntil.put(state, found.get(limit - 1).getValue());
        } else {
            purgedUntil.remove(state);
        }
        List<Long> ids = found.stream().map(Map.Entry::getKey).toList();
        return database.rows("baton_job_history").delete(ids, ended);
    }

    /** Leaves dead jobs that block their sequences. */
    private int purgeDead(@Nullable Duration kept, int limit) {
        if (kept == null) {
            return 0;
        }
        String pick = "SELECT " + TiesRow.OF_JOB
                + " FROM baton_job WHERE state = 5 AND died_at <= {statementTime+?} AND (ties IS NULL OR MOD(ties, "
                + 2 * Ties.TURN + ") < " + Ties.TURN + ")"
                // on other databases a sort would lock all jobs that have expired
                + (database.dialect().verbsAreStatements() ? " ORDER BY died_at" : "") + " LIMIT " + limit
                + " {skipLocked}";
        return transitions.remove(database.query(pick, (row, number) -> TiesRow.job(row), -Micros.of(kept)));
    }

    @Override
    public int forgetAttempts(int limit) {
        return forget(database.rows("baton_attempt", "job_id"), limit);
    }

    @Override
    public int forgetKeys(int limit) {
        return forget(database.rows("baton_key", "job_id"), limit);
    }

    @Override
    public int forgetSteps(int limit) {
        return forget(database.rows("baton_step", "job_id"), limit);
    }

    @Override
    public int forgetSignals(int limit) {
        return forget(database.rowsBy("baton_signal", "job_id", "baton_signal_job"), limit);
    }

    /**
     * Removes rows of jobs that no longer exist. Reads up to {@code limit} rows; of the last of their jobs it may remove more. One statement reads a
     * job in both tables, so that one that ends meanwhile is found.
     */
    private int forget(RowsById rows, int limit) {
        String table = rows.table();
        String portion = "SELECT p.job_id, p.found, COALESCE(j.id, h.id) AS job FROM"
                + " (SELECT job_id, COUNT(*) AS found FROM (SELECT job_id FROM " + table
                + " WHERE job_id > ? ORDER BY job_id LIMIT " + limit + ") AS r GROUP BY job_id) AS p"
                + " LEFT JOIN baton_job j ON j.id = p.job_id LEFT JOIN baton_job_history h ON h.id = p.job_id"
                + " ORDER BY p.job_id";
        AtomicInteger seen = new AtomicInteger();
        AtomicLong last = new AtomicLong();
        List<Long> gone = new ArrayList<>();
        database.forEach(
                portion,
                row -> {
                    seen.addAndGet(row.getInt("found"));
                    last.set(row.getLong("job_id"));
                    if (row.getObject("job") == null) {
                        gone.add(row.getLong("job_id"));
                    }
                },
                readUntil.getOrDefault(table, Long.MIN_VALUE));
        if (!gone.isEmpty()) {
            database.boundLockWaits(Duration.ofSeconds(1), () -> rows.delete(gone, "TRUE"));
        }
        if (seen.get() < limit) {
            readUntil.remove(table);
        } else {
            readUntil.put(table, last.get());
        }
        return seen.get();
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
        String held = "state = 2 AND cancel_requested = FALSE AND " + condition;
        List<TiedJob> dying = transitions.undo(lethal, Ties.UNDOING - Ties.UNDO, LOST, held, parameters);
        int dead = transitions.change(Transition.DEAD, dying, DIES, List.of(LOST), held, parameters);
        transitions.cancel(cancelled, "state = 2 AND " + condition, parameters);
        return new Unlocked(
                ready + lethal.size() - dying.size() + dead + cancelled.size(),
                dead == 0 ? List.of() : TiesRow.ids(dying),
                queues);
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
}
