package io.baton.batch;

import io.baton.PartitionStrategy;
import io.baton.batch.BatchRoles.BatchGroups;
import io.baton.database.Database;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.Memberships.Membership;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** Reads and writes the rows of groups. */
record GroupRows(Database database) implements BatchGroups {

    /** The stored code of a strategy is its index in this list. */
    private static final List<PartitionStrategy> STRATEGIES =
            List.of(PartitionStrategy.MODULUS, PartitionStrategy.HASH);

    /** Selects the groups of a batch that are not marked as ended. */
    private static final String OPEN = " FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE";

    @Override
    public long addGroup(long batch, @Nullable StepPlace place) {
        return place == null
                ? database.insert(
                        "INSERT INTO baton_batch_group (batch_id, size, remaining) VALUES (?, 0, 0)", List.of(batch))
                : database.insert(
                        "INSERT INTO baton_batch_group (batch_id, size, remaining, step, blocked) VALUES (?, 0, 0, ?, ?)",
                        List.of(batch, place.step(), place.blocked() ? 2 : 0));
    }

    @Override
    public void fill(long group, int size, @Nullable Long firstJob, @Nullable PartitionStrategy strategy) {
        BitSet open = new BitSet(size);
        open.set(0, size);
        database.update(
                "UPDATE baton_batch_group SET size = ?, remaining = ?, bits = ?, first_job = ?, last_job = ?, strategy = ?"
                        + " WHERE id = ?",
                size,
                size,
                open.toByteArray(),
                new SqlParameterValue(Types.BIGINT, firstJob),
                new SqlParameterValue(Types.BIGINT, firstJob == null ? null : lastJob(group, firstJob)),
                new SqlParameterValue(Types.SMALLINT, strategy == null ? null : STRATEGIES.indexOf(strategy)),
                group);
    }

    /** Returns the last job: ids rise within a transaction, even while other transactions draw ids of the same sequence. */
    private @Nullable Long lastJob(long group, long firstJob) {
        return database.value(
                "SELECT MAX(id) FROM baton_job WHERE id >= ? AND batch_group = ?", Long.class, firstJob, group);
    }

    @Override
    public Optional<Membership> membership(long group) {
        return database
                .query(
                        "SELECT batch_id, size, strategy FROM baton_batch_group WHERE id = ?",
                        (row, number) -> {
                            Integer code = NullableColumn.integer(row, "strategy");
                            PartitionStrategy strategy = code == null ? null : STRATEGIES.get(code);
                            return new Membership(row.getLong("batch_id"), row.getInt("size"), strategy);
                        },
                        group)
                .stream()
                .findFirst();
    }

    @Override
    public Map<Long, Long> batches(Collection<Long> groups) {
        RowsById byId = database.rows("baton_batch_group");
        Map<Long, Long> batches = new HashMap<>();
        database.forEach(
                "SELECT j.id, j.batch_id FROM " + byId.from(),
                row -> batches.put(row.getLong("id"), row.getLong("batch_id")),
                byId.ids(groups));
        return batches;
    }

    @Override
    public Map<Long, Integer> sizes(long batch, Collection<Long> groups) {
        RowsById byId = database.rows("baton_batch_group");
        Map<Long, Integer> sizes = new HashMap<>();
        database.forEach(
                "SELECT j.id, j.size FROM " + byId.from() + " AND j.batch_id = ?",
                row -> sizes.put(row.getLong("id"), row.getInt("size")),
                byId.ids(groups),
                batch);
        return sizes;
    }

    @Override
    public boolean waitsForItems(long batch, boolean cancelled) {
        return anyOpen(batch, cancelled) || (cancelled && anyLivingBatch(batch));
    }

    private boolean anyOpen(long batch, boolean cancelled) {
        return database.finds(
                "SELECT id" + OPEN + " AND remaining > " + (cancelled ? "dead" : "0") + " LIMIT 1", batch);
    }

    boolean anyLivingBatch(long batch) {
        return database.finds(
                "SELECT b.id FROM baton_batch_group g JOIN baton_batch b ON b.parent_group = g.id"
                        + " WHERE g.batch_id = ? AND g.ended = FALSE AND g.remaining > 0 AND b.completed_at IS NULL LIMIT 1",
                batch);
    }

    @Override
    public boolean anyDead(long batch) {
        return database.finds("SELECT id" + OPEN + " AND dead > 0 LIMIT 1", batch);
    }

    @Override
    public boolean anyRunnable(long batch) {
        return database.finds("SELECT id" + OPEN + " AND remaining > dead AND blocked <> 2 LIMIT 1", batch);
    }

    /** Reads with locks: in a caller's transaction, a plain read may return rows that are older than the lock of the batch. */
    @Override
    public Map<Long, GroupItems> items(Collection<Long> groups) {
        RowsById byId = database.rows("baton_batch_group");
        Map<Long, GroupItems> items = new HashMap<>();
        database.forEach(
                "SELECT j.id, j.bits, j.dead_bits, j.cancelled FROM " + byId.from() + " ORDER BY j.id FOR UPDATE",
                row -> items.put(
                        row.getLong("id"),
                        new GroupItems(
                                row.getLong("id"), bits(row, "bits"), bits(row, "dead_bits"), row.getInt("cancelled"))),
                byId.ids(groups));
        return items;
    }

    private static BitSet bits(ResultSet row, String column) throws SQLException {
        byte[] bytes = row.getBytes(column);
        return bytes == null ? new BitSet() : BitSet.valueOf(bytes);
    }

    /** Marks groups that have ended, so that the index of open groups stays small. */
    @Override
    public void save(Collection<GroupItems> groups) {
        database.updateEach(
                "UPDATE baton_batch_group SET remaining = ?, bits = ?, dead = ?, dead_bits = ?, cancelled = ?,"
                        + " ended = (? AND blocked = 0) WHERE id = ?",
                groups.stream()
                        .map(group -> new Object[] {
                            group.remaining(),
                            nullIfEmpty(group.openBits()),
                            group.dead(),
                            nullIfEmpty(group.deadBits()),
                            group.cancelled(),
                            group.remaining() == 0,
                            group.id()
                        })
                        .toList());
    }

    private static SqlParameterValue nullIfEmpty(byte[] bits) {
        return new SqlParameterValue(Types.VARBINARY, bits.length == 0 ? null : bits);
    }
}
