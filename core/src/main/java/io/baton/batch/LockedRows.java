package io.baton.batch;

import io.baton.batch.BatchRoles.BatchLocks;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** Locks rows of batches, and changes them under the lock. */
record LockedRows(Database database) implements BatchLocks {

    /** Limits the wait, because one thread folds all batches. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

    private static final String ROW = """
            SELECT id, sealed, completed_at, on_complete, on_dead, parent_group, parent_index, stuck, flow, cancelled_at,
              active_at < {now+?} AS quiet
            FROM baton_batch WHERE id = ?""";

    @Override
    public Optional<LockedBatch> lock(long batch) {
        return read(batch, " FOR UPDATE");
    }

    /** Sets a timeout of the statement as well: the wait for the lock begins again each time that another transaction gets it first. */
    @Override
    public Optional<LockedBatch> lockWithTimeout(long batch) {
        LockedRows limited = new LockedRows(database.limitedTo(LONGEST_WAIT.multipliedBy(2)));
        return database.boundLockWaits(LONGEST_WAIT, () -> limited.lock(batch));
    }

    @Override
    public Optional<LockedBatch> lockFree(long batch) {
        return read(batch, " FOR UPDATE SKIP LOCKED");
    }

    @Override
    public Optional<LockedBatch> read(long batch) {
        return read(batch, "");
    }

    /** Reads whether activity is to be written, which happens at most once a minute: each write makes a new version of the row. */
    private Optional<LockedBatch> read(long batch, String lock) {
        return database.query(ROW + lock, (row, number) -> locked(row), -Micros.of(BETWEEN_NOTES), batch).stream()
                .findFirst();
    }

    private static LockedBatch locked(ResultSet row) throws SQLException {
        Long parent = NullableColumn.number(row, "parent_group");
        return new LockedBatch(
                row.getLong("id"),
                row.getBoolean("sealed"),
                row.getObject("completed_at") != null,
                NullableColumn.number(row, "on_complete"),
                NullableColumn.number(row, "on_dead"),
                parent == null || parent < 0 ? null : parent,
                row.getInt("parent_index"),
                row.getBoolean("stuck"),
                row.getBoolean("quiet"),
                row.getBoolean("flow"),
                row.getObject("cancelled_at") != null);
    }

    @Override
    public void seal(long batch) {
        database.update("UPDATE baton_batch SET sealed = TRUE, active_at = {now} WHERE id = ?", batch);
    }

    @Override
    public void cancel(long batch) {
        database.update("UPDATE baton_batch SET cancelled_at = {now}, active_at = {now} WHERE id = ?", batch);
    }

    @Override
    public void onComplete(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_complete = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    @Override
    public void onDead(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_dead = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    @Override
    public void stuck(long batch, boolean stuck) {
        database.update("UPDATE baton_batch SET stuck = ? WHERE id = ?", stuck, batch);
    }

    @Override
    public void complete(long batch) {
        database.update(
                "UPDATE baton_batch SET completed_at = {now}, active_at = {now} WHERE id = ? AND completed_at IS NULL",
                batch);
    }

    @Override
    public void active(long batch) {
        database.update(
                "UPDATE baton_batch SET active_at = {now} WHERE id = ? AND (flow OR cancelled_at IS NULL)", batch);
    }

    @Override
    public void confirm(long batch) {
        if (database.dialect().locksMayBeLocal()) {
            active(batch);
        }
    }

    /** Keeps the time of the last activity, so that the purge finds the batch again. */
    @Override
    public void abandon(long batch) {
        database.update(
                "UPDATE baton_batch SET sealed = FALSE, parent_group = NULL, on_complete = NULL, on_dead = NULL, cancelled_at = {now} WHERE id = ?",
                batch);
    }
}
