package io.baton.batch.jdbc;

import io.baton.BatchId;
import io.baton.batch.FoundBatch;
import io.baton.batch.LockedBatch;
import io.baton.database.Database;
import io.baton.database.LockWaits;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** The rows of batches. */
record BatchRows(Database database) {

    /** Of the thread that folds for all batches. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static final String STATUS =
            "SELECT b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at, COALESCE(SUM(g.size), 0) AS items,"
                    + " COALESCE(SUM(g.remaining), 0) AS remaining, COALESCE(SUM(g.dead), 0) AS dead,"
                    + " COALESCE(SUM(g.cancelled), 0) AS cancelled,"
                    + " COALESCE(SUM(CASE WHEN g.blocked = 2 THEN g.remaining ELSE 0 END), 0) AS blocked FROM baton_batch b"
                    + " LEFT JOIN baton_batch_group g ON g.batch_id = b.id WHERE b.id = ?"
                    + " GROUP BY b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at";
    private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

    long make() {
        return database.insert(
                "INSERT INTO baton_batch (active_at) VALUES ("
                        + database.dialect().now() + ")",
                List.of());
    }

    long makeFlow() {
        return database.insert(
                "INSERT INTO baton_batch (active_at, flow) VALUES ("
                        + database.dialect().now() + ", TRUE)",
                List.of());
    }

    long makeNew(String key) {
        return database.insert(
                "INSERT INTO baton_batch (batch_key, active_at) VALUES (?, "
                        + database.dialect().now() + ")",
                List.of(key));
    }

    /** Whoever opened it before may not be seen by the caller's transaction, but for a row that it locks. */
    long make(String key, @Nullable Long parent, boolean flow) {
        return find(key).orElseGet(() -> {
            insert(key, parent, flow);
            return find(key).orElseGet(() -> locked(key));
        });
    }

    private long locked(String key) {
        return database.list("SELECT id FROM baton_batch WHERE batch_key = ? FOR UPDATE", Long.class, key).stream()
                .findFirst()
                .orElseThrow(() -> new ConcurrencyFailureException("The batch of the key \"" + key
                        + "\" was opened by another transaction since this one began to read; repeat this one"));
    }

    private void insert(String key, @Nullable Long parent, boolean flow) {
        String row = "SELECT " + database.dialect().parameter("varchar(200)") + " AS batch_key, "
                + database.dialect().parameter("bigint") + " AS parent_group, "
                + database.dialect().now() + " AS active_at, " + (flow ? "TRUE" : "FALSE") + " AS flow";
        try {
            database.update(
                    database.dialect().insertIfAbsent("baton_batch", "batch_key, parent_group, active_at, flow", row),
                    key,
                    new SqlParameterValue(Types.BIGINT, parent == null ? null : -parent));
        } catch (DuplicateKeyException e) {
            // somebody has just made it
        }
    }

    Optional<Long> find(String key) {
        return database.list("SELECT id FROM baton_batch WHERE batch_key = ?", Long.class, key).stream()
                .findFirst();
    }

    /** Negative until the batch is an item: the id of the other batch. */
    Optional<Long> parentGroup(long batch) {
        return database
                .query(
                        "SELECT parent_group FROM baton_batch WHERE id = ? FOR UPDATE",
                        (row, number) -> Optional.ofNullable(NullableColumn.number(row, "parent_group")),
                        batch)
                .stream()
                .findFirst()
                .flatMap(parent -> parent);
    }

    void place(long batch, long group) {
        database.update("UPDATE baton_batch SET parent_group = ?, parent_index = 0 WHERE id = ?", group, batch);
    }

    Optional<FoundBatch> status(long batch) {
        return database
                .query(
                        STATUS,
                        (row, number) -> new FoundBatch(
                                new BatchId(row.getLong("id")),
                                row.getString("batch_key"),
                                row.getBoolean("sealed"),
                                row.getLong("items"),
                                row.getLong("remaining"),
                                row.getLong("dead"),
                                row.getLong("cancelled"),
                                row.getLong("blocked"),
                                row.getObject("cancelled_at") != null,
                                database.dialect().instant(row, "completed_at"),
                                false),
                        batch)
                .stream()
                .findFirst();
    }

    Optional<LockedBatch> lock(long batch) {
        return read(batch, " FOR UPDATE");
    }

    /** Whoever comes between is waited for anew, for as long as a lock may be waited for: the statement has a limit as well. */
    Optional<LockedBatch> lockSoon(long batch) {
        LockWaits waits = new LockWaits(database);
        waits.bound(LONGEST_WAIT);
        try {
            return new BatchRows(database.limitedTo(LONGEST_WAIT.multipliedBy(2))).lock(batch);
        } finally {
            waits.restore();
        }
    }

    Optional<LockedBatch> lockFree(long batch) {
        return read(batch, " FOR UPDATE SKIP LOCKED");
    }

    Optional<LockedBatch> look(long batch) {
        return read(batch, "");
    }

    /** A row that changes all the time would be many versions of one: when something became of it is written once a minute. */
    private Optional<LockedBatch> read(long batch, String lock) {
        return database
                .query(
                        "SELECT id, sealed, completed_at, on_complete, on_dead, parent_group, parent_index, stuck, flow, cancelled_at, active_at < "
                                + database.dialect().nowPlusMicros()
                                + " AS quiet FROM baton_batch WHERE id = ?" + lock,
                        (row, number) -> locked(row),
                        -Micros.of(BETWEEN_NOTES),
                        batch)
                .stream()
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

    void seal(long batch) {
        database.update(
                "UPDATE baton_batch SET sealed = TRUE, active_at = "
                        + database.dialect().now() + " WHERE id = ?",
                batch);
    }

    void cancel(long batch) {
        String now = database.dialect().now();
        database.update(
                "UPDATE baton_batch SET cancelled_at = " + now + ", active_at = " + now + " WHERE id = ?", batch);
    }

    void onComplete(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_complete = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    void onDead(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_dead = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    void stuck(long batch, boolean stuck) {
        database.update("UPDATE baton_batch SET stuck = ? WHERE id = ?", stuck, batch);
    }

    void complete(long batch) {
        String now = database.dialect().now();
        database.update(
                "UPDATE baton_batch SET completed_at = " + now + ", active_at = " + now
                        + " WHERE id = ? AND completed_at IS NULL",
                batch);
    }

    void active(long batch) {
        database.update(
                "UPDATE baton_batch SET active_at = " + database.dialect().now()
                        + " WHERE id = ? AND (flow OR cancelled_at IS NULL)",
                batch);
    }

    /** Seen as idle as it was, so that the purge finds it again. */
    void abandon(long batch) {
        database.update(
                "UPDATE baton_batch SET sealed = FALSE, parent_group = NULL, on_complete = NULL, on_dead = NULL, cancelled_at = "
                        + database.dialect().now() + " WHERE id = ?",
                batch);
    }

    boolean isUsed() {
        return !database.list("SELECT id FROM baton_batch LIMIT 1", Long.class).isEmpty();
    }

    List<Long> idle(long after, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE id > ? AND completed_at IS NULL AND active_at < "
                        + database.dialect().nowPlusMicros() + " ORDER BY id LIMIT " + limit,
                Long.class,
                after,
                -Micros.of(idle));
    }

    List<Long> expired(boolean complete, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE active_at < "
                        + database.dialect().nowPlusMicros() + " AND completed_at IS "
                        + (complete ? "NOT NULL" : "NULL")
                        + " ORDER BY active_at LIMIT " + limit,
                Long.class,
                -Micros.of(idle));
    }

    void remove(long batch) {
        database.update("DELETE FROM baton_batch WHERE id = ?", batch);
    }
}
