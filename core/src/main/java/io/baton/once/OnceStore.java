package io.baton.once;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Fence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.SqlParameterValue;

/** Stores which actions were performed, by key. Must run within a transaction of the caller. Tests extend this class to make writes fail. */
public class OnceStore {

    private static final List<State> STATES = List.of(State.values());
    private static final int TRIES = 10;

    /** The condition that a claim stands: its run holds the job on a living worker, or, if it has no run, its lease has not expired. */
    private static final String STANDS = """
            ((o.job_id IS NULL AND o.claimed_until > {now})
                OR EXISTS (SELECT 1 FROM baton_job j JOIN baton_worker w ON w.id = j.worker_id
                    WHERE j.id = o.job_id AND j.lock_id = o.job_lock_id AND j.state = 2 AND w.dead = FALSE))""";

    private static final String LOCK = "SELECT once_key FROM baton_once WHERE once_key = ? FOR UPDATE";

    private static final String READ = """
            SELECT o.state, o.token, o.lock_id, o.outcome,
                CASE WHEN o.expires_at <= {now} THEN 1 ELSE 0 END AS expired,
                CASE WHEN %s THEN 1 ELSE 0 END AS stands
            FROM baton_once o WHERE o.once_key = ?""".formatted(STANDS);

    private static final String NEW_ROW =
            "SELECT {?varchar(200)} AS once_key, {?uuid} AS token, {now+?} AS expires_at, 0 AS state";

    private static final String NEW_TOKEN = "UPDATE baton_once SET token = ?, outcome = NULL WHERE once_key = ?";

    private static final String CLAIM = """
            UPDATE baton_once SET state = 1, lock_id = ?, job_id = ?, job_lock_id = ?, claimed_until = {now+?}, expires_at = {now+?}
            WHERE once_key = ?""";

    private static final String RUN_HOLDS_JOB = "SELECT id FROM baton_job WHERE id = ? AND lock_id = ? AND state = 2";

    private static final String MARK_AS_DONE = """
            UPDATE baton_once SET state = 2, job_id = NULL, job_lock_id = NULL, claimed_until = NULL, outcome = ?, expires_at = {now+?}
            WHERE once_key = ? AND lock_id = ?""";

    private static final String MAKE_FREE = """
            UPDATE baton_once SET state = 0, lock_id = NULL, job_id = NULL, job_lock_id = NULL, claimed_until = NULL
            WHERE once_key = ? AND lock_id = ? AND state = 1""";

    private static final String IS_DONE =
            "SELECT once_key FROM baton_once WHERE once_key = ? AND state = 2 AND expires_at > {now}";

    private static final String EXPIRED = """
            SELECT o.once_key FROM baton_once o WHERE o.expires_at <= {statementTime} AND NOT (o.state = 1 AND %s)
            ORDER BY o.expires_at LIMIT ? FOR UPDATE SKIP LOCKED""".formatted(STANDS);

    private static final String DELETE = "DELETE FROM baton_once WHERE once_key = ?";

    private final Database database;

    public OnceStore(Database database) {
        this.database = database;
    }

    /** Creates the row of a key unless it exists, and locks it; returns the row. */
    OnceRow lock(String key, Claim claim) {
        Optional<OnceRow> known = lock(key);
        for (int left = TRIES; known.isEmpty() && left > 0; left--) {
            insert(key, claim);
            known = lock(key);
        }
        return known.orElseThrow(() -> new ConcurrencyFailureException(
                "The record of \"" + key + "\" is created and removed again and again by others: try again later"));
    }

    /** Locks a row and reads it in a second statement, since the result of the locking statement may be older than the lock. */
    private Optional<OnceRow> lock(String key) {
        return database.finds(LOCK, key) ? database.first(READ, (row, number) -> read(row), key) : Optional.empty();
    }

    private OnceRow read(ResultSet row) throws SQLException {
        return new OnceRow(
                STATES.get(row.getInt("state")),
                database.dialect().uuid(row, "token"),
                row.getObject("lock_id") == null ? null : database.dialect().uuid(row, "lock_id"),
                row.getInt("stands") == 1,
                row.getInt("expired") == 1,
                row.getString("outcome"));
    }

    private void insert(String key, Claim claim) {
        database.insertIfAbsent(
                "baton_once",
                "once_key, token, expires_at, state",
                NEW_ROW,
                key,
                parameter(claim.token()),
                Micros.of(claim.keep()));
    }

    /** Claims a locked row and keeps its token unless there is a new one. If the run has lost its job, the claim ends with its lease. */
    void claim(String key, Claim claim, @Nullable UUID newToken) {
        if (newToken != null) {
            database.update(NEW_TOKEN, parameter(newToken), key);
        }
        Fence job = claim.job();
        if (job != null && !database.finds(RUN_HOLDS_JOB, job.id(), parameter(job.lockId()))) {
            job = null;
        }
        database.update(
                CLAIM,
                parameter(claim.lockId()),
                new SqlParameterValue(Types.BIGINT, job == null ? null : job.id()),
                job == null ? new SqlParameterValue(Types.NULL, null) : parameter(job.lockId()),
                Micros.of(claim.lease()),
                Micros.of(claim.keep()),
                key);
    }

    /** Marks a key as done unless it has a later claim; returns whether the key is marked, by this call or an earlier one. */
    boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        SqlParameterValue text = new SqlParameterValue(Types.VARCHAR, outcome);
        return database.update(MARK_AS_DONE, text, Micros.of(keep), key, parameter(lockId)) == 1;
    }

    /** Releases a claim whose action has failed; returns whether the claim existed. */
    boolean free(String key, UUID lockId) {
        return database.update(MAKE_FREE, key, parameter(lockId)) == 1;
    }

    boolean isDone(String key) {
        return database.finds(IS_DONE, key);
    }

    /** Removes a row unless a claim to its key stands; returns whether it did. */
    boolean forget(String key) {
        Optional<OnceRow> known = lock(key).filter(row -> row.state() != State.CLAIMED || !row.stands());
        known.ifPresent(row -> database.update(DELETE, key));
        return known.isPresent();
    }

    /** Removes up to {@code limit} expired rows; returns how many. */
    int purge(int limit) {
        List<String> expired = database.list(EXPIRED, String.class, limit);
        database.updateEach(
                DELETE, expired.stream().map(key -> new Object[] {key}).toList());
        return expired.size();
    }

    private Object parameter(UUID id) {
        return database.dialect().uuid(id);
    }

    /** The state of an action; its ordinal is its code. */
    enum State {
        FREE,
        CLAIMED,
        DONE
    }

    /**
     * The row of a key.
     *
     * @param lockId the lock id of the claim, or of the claim that marked the key as done; null if the key is free
     */
    record OnceRow(
            State state,
            UUID token,
            @Nullable UUID lockId,
            boolean stands,
            boolean expired,
            @Nullable String outcome) {}

    /**
     * A claim to a key.
     *
     * @param job the run of the handler that claims the key, with which the claim ends; null if there is none
     * @param lease how long the claim stands without a run, or with a run that has lost its job
     * @param keep how long the row is kept if the action has no outcome
     */
    record Claim(UUID lockId, UUID token, @Nullable Fence job, Duration lease, Duration keep) {}
}
