package io.baton.once.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.TextLimit;
import io.baton.job.Claim;
import io.baton.job.Fence;
import io.baton.once.OnceRow;
import io.baton.once.OnceRow.State;
import io.baton.once.OnceStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** The rows of {@code Once} in a relational database. */
public record JdbcOnceStore(Database database) implements OnceStore {

    /** Each at the place that is its code. */
    private static final List<State> STATES = List.of(State.FREE, State.CLAIMED, State.DONE);

    private static final int TRIES = 10;

    @Override
    public OnceRow lock(String key, Claim claim) {
        Optional<OnceRow> known = lock(key);
        for (int left = TRIES; known.isEmpty() && left > 0; left--) {
            insert(key, claim);
            known = lock(key);
        }
        return known.orElseThrow(() -> new ConcurrencyFailureException(
                "The record of \"" + key + "\" is created and removed again and again by others: try again later"));
    }

    /** Reads in a second statement: the result of the one that locks may be older than the lock. */
    private Optional<OnceRow> lock(String key) {
        return database.finds("SELECT once_key FROM baton_once WHERE once_key = ? FOR UPDATE", key)
                ? read(key)
                : Optional.empty();
    }

    private Optional<OnceRow> read(String key) {
        return database
                .query(
                        "SELECT o.state, o.token, o.lock_id, o.outcome, CASE WHEN o.expires_at <= {now} THEN 1 ELSE 0 END AS expired, CASE WHEN "
                                + alive() + " THEN 1 ELSE 0 END AS alive FROM baton_once o WHERE o.once_key = ?",
                        (row, number) -> read(row),
                        key)
                .stream()
                .findFirst();
    }

    /** The condition that a claim stands: its run holds the job on a living worker; or its lease, if it has no run. */
    private String alive() {
        return "((o.job_id IS NULL AND o.claimed_until > {now}) OR EXISTS (SELECT 1 FROM baton_job j JOIN baton_worker w ON w.id = j.worker_id"
                + " WHERE j.id = o.job_id AND j.lock_id = o.job_lock_id AND j.state = 2 AND w.dead = FALSE))";
    }

    private OnceRow read(ResultSet row) throws SQLException {
        return new OnceRow(
                STATES.get(row.getInt("state")),
                database.dialect().uuid(row, "token"),
                row.getObject("lock_id") == null ? null : database.dialect().uuid(row, "lock_id"),
                row.getInt("alive") == 1,
                row.getInt("expired") == 1,
                row.getString("outcome"));
    }

    private void insert(String key, Claim claim) {
        String row = "SELECT {?varchar(200)} AS once_key, {?uuid} AS token, {now+?} AS expires_at, 0 AS state";
        try {
            database.update(
                    database.dialect().insertIfAbsent("baton_once", "once_key, token, expires_at, state", row),
                    key,
                    database.dialect().uuid(claim.token()),
                    Micros.of(claim.keep()));
        } catch (DuplicateKeyException e) {
            // another session has just created it
        }
    }

    @Override
    public boolean carries(String text) {
        return new TextLimit(database).holds(text);
    }

    @Override
    public void claim(String key, Claim claim, @Nullable UUID newToken) {
        Fence job = claim.job() == null || !isHeld(claim.job()) ? null : claim.job();
        if (newToken != null) {
            database.update(
                    "UPDATE baton_once SET token = ?, outcome = NULL WHERE once_key = ?",
                    database.dialect().uuid(newToken),
                    key);
        }
        database.update(
                "UPDATE baton_once SET state = 1, lock_id = ?, job_id = ?, job_lock_id = ?, claimed_until = {now+?}, expires_at = {now+?} WHERE once_key = ?",
                database.dialect().uuid(claim.lockId()),
                new SqlParameterValue(Types.BIGINT, job == null ? null : job.id()),
                job == null
                        ? new SqlParameterValue(Types.NULL, null)
                        : database.dialect().uuid(job.lockId()),
                Micros.of(claim.lease()),
                Micros.of(claim.keep()),
                key);
    }

    /** The claim of a run that has lost its job ends by its lease. */
    private boolean isHeld(Fence job) {
        return database.finds(
                "SELECT id FROM baton_job WHERE id = ? AND lock_id = ? AND state = 2",
                job.id(),
                database.dialect().uuid(job.lockId()));
    }

    @Override
    public boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
        return database.update(
                        "UPDATE baton_once SET state = 2, job_id = NULL, job_lock_id = NULL, claimed_until = NULL, outcome = ?,"
                                + " expires_at = {now+?} WHERE once_key = ? AND lock_id = ?",
                        new SqlParameterValue(Types.VARCHAR, outcome),
                        Micros.of(keep),
                        key,
                        database.dialect().uuid(lockId))
                == 1;
    }

    @Override
    public void free(String key, UUID lockId) {
        freed(key, lockId);
    }

    private boolean freed(String key, UUID lockId) {
        return database.update(
                        "UPDATE baton_once SET state = 0, lock_id = NULL, job_id = NULL, job_lock_id = NULL, claimed_until = NULL"
                                + " WHERE once_key = ? AND lock_id = ? AND state = 1",
                        key,
                        database.dialect().uuid(lockId))
                == 1;
    }

    /**
     * The lock is not free before the commit of the claim has ended. Where that may hold a lock on another server, a row without the claim is written
     * nevertheless: then either the claim or this transaction fails when it commits.
     */
    @Override
    public boolean abandon(String key, UUID lockId, boolean uncertain) {
        List<Instant> locked = database.query(
                "SELECT expires_at FROM baton_once WHERE once_key = ? FOR UPDATE SKIP LOCKED",
                (row, number) -> requireNonNull(database.dialect().instant(row, "expires_at")),
                key);
        if (locked.isEmpty()) {
            return false;
        }
        boolean ended = uncertain ? madeUncertain(key, lockId) : freed(key, lockId);
        if (!ended && database.dialect().locksMayBeLocal()) {
            database.update(
                    "UPDATE baton_once SET expires_at = ? WHERE once_key = ?",
                    database.dialect().timestamp(locked.get(0).plus(1, ChronoUnit.MICROS)),
                    key);
        }
        return true;
    }

    private boolean madeUncertain(String key, UUID lockId) {
        return database.update(
                        "UPDATE baton_once SET job_id = NULL, job_lock_id = NULL, claimed_until = {now} WHERE once_key = ? AND lock_id = ? AND state = 1",
                        key,
                        database.dialect().uuid(lockId))
                == 1;
    }

    @Override
    public boolean isDone(String key) {
        return database.finds(
                "SELECT once_key FROM baton_once WHERE once_key = ? AND state = 2 AND expires_at > {now}", key);
    }

    /** A claim that stands is not removed. */
    @Override
    public boolean forget(String key) {
        Optional<OnceRow> known = lock(key).filter(row -> row.state() != State.CLAIMED || !row.alive());
        known.ifPresent(row -> database.update("DELETE FROM baton_once WHERE once_key = ?", key));
        return known.isPresent();
    }

    @Override
    public int purge(int limit) {
        List<String> expired = database.list(
                "SELECT o.once_key FROM baton_once o WHERE o.expires_at <= {now} AND NOT (o.state = 1 AND " + alive()
                        + ") ORDER BY o.expires_at LIMIT " + limit + " FOR UPDATE SKIP LOCKED",
                String.class);
        database.updateEach(
                "DELETE FROM baton_once WHERE once_key = ?",
                expired.stream().map(key -> new Object[] {key}).toList());
        return expired.size();
    }
}
