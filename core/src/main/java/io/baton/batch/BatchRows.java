package io.baton.batch;

import io.baton.BatchId;
import io.baton.batch.BatchRoles.BatchOpenings;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** Opens and finds batches in {@code baton_batch}. */
record BatchRows(Database database) implements BatchOpenings {

    private static final String STATUS = """
            SELECT b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at,
              COALESCE(SUM(g.size), 0) AS items,
              COALESCE(SUM(g.remaining), 0) AS remaining,
              COALESCE(SUM(g.dead), 0) AS dead,
              COALESCE(SUM(g.cancelled), 0) AS cancelled,
              COALESCE(SUM(CASE WHEN g.blocked = 2 THEN g.remaining ELSE 0 END), 0) AS blocked
            FROM baton_batch b LEFT JOIN baton_batch_group g ON g.batch_id = b.id
            WHERE b.id = ?
            GROUP BY b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at
            """;

    @Override
    public long make(boolean flow) {
        return database.insert(
                flow
                        ? "INSERT INTO baton_batch (active_at, flow) VALUES ({now}, TRUE)"
                        : "INSERT INTO baton_batch (active_at) VALUES ({now})",
                List.of());
    }

    @Override
    public long makeNew(String key) {
        return database.insert("INSERT INTO baton_batch (batch_key, active_at) VALUES (?, {now})", List.of(key));
    }

    /** Reads with a lock at last: an existing batch may be invisible to a plain read in the caller's transaction. */
    @Override
    public long make(String key, @Nullable Long parent, boolean flow) {
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

    /** Inserts {@code VALUES}: with a SELECT, other inserts on MariaDB would wait for an id of the table while this one waits for the key. */
    private void insert(String key, @Nullable Long parent, boolean flow) {
        String row = "VALUES ({?varchar(200)}, {?bigint}, {now}, " + flow + ")";
        try {
            database.update(
                    database.dialect().insertIfAbsent("baton_batch", "batch_key, parent_group, active_at, flow", row),
                    key,
                    new SqlParameterValue(Types.BIGINT, parent == null ? null : -parent));
        } catch (DuplicateKeyException e) {
            // another session has just created the batch
        }
    }

    @Override
    public Optional<Long> find(String key) {
        return database.list("SELECT id FROM baton_batch WHERE batch_key = ?", Long.class, key).stream()
                .findFirst();
    }

    @Override
    public Optional<Long> awaitedParent(long batch) {
        return parentGroup(batch).filter(parent -> parent < 0).map(parent -> -parent);
    }

    /** Reads the group with a lock, because it may be newer than the snapshot of the caller's transaction. */
    @Override
    public Optional<Long> parent(long batch) {
        return parentGroup(batch)
                .filter(parent -> parent > 0)
                .flatMap(
                        group -> database
                                .list(
                                        "SELECT batch_id FROM baton_batch_group WHERE id = ? FOR UPDATE",
                                        Long.class,
                                        group)
                                .stream()
                                .findFirst());
    }

    /** Returns the group that the batch is an item of, or, before it is one, the negated id of the outer batch. */
    private Optional<Long> parentGroup(long batch) {
        return database
                .query(
                        "SELECT parent_group FROM baton_batch WHERE id = ? FOR UPDATE",
                        (row, number) -> Optional.ofNullable(NullableColumn.number(row, "parent_group")),
                        batch)
                .stream()
                .findFirst()
                .flatMap(parent -> parent);
    }

    @Override
    public void place(long batch, long group) {
        database.update("UPDATE baton_batch SET parent_group = ?, parent_index = 0 WHERE id = ?", group, batch);
    }

    @Override
    public Optional<FoundBatch> status(long batch) {
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

    @Override
    public boolean isUsed() {
        return database.finds("SELECT id FROM baton_batch LIMIT 1");
    }
}
