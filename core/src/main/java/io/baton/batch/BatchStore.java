package io.baton.batch;

import io.baton.BatchId;
import io.baton.batch.GroupItems.AckKind;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.NullableColumn;
import io.baton.database.RowsById;
import io.baton.job.Memberships.Membership;
import io.baton.job.Ties;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.SqlParameterValue;

/** Stores batches, their groups and acknowledgements. Each method runs in the transaction of its caller. Not final: tests have one in memory. */
public class BatchStore {

    private static final String STATUS = """
            SELECT b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at, b.flow,
              COALESCE(SUM(g.size), 0) AS items,
              COALESCE(SUM(g.remaining), 0) AS remaining,
              COALESCE(SUM(g.dead), 0) AS dead,
              COALESCE(SUM(g.cancelled), 0) AS cancelled,
              COALESCE(SUM(CASE WHEN g.blocked = 2 THEN g.remaining ELSE 0 END), 0) AS blocked
            FROM baton_batch b LEFT JOIN baton_batch_group g ON g.batch_id = b.id
            WHERE b.id = ?
            GROUP BY b.id, b.batch_key, b.sealed, b.completed_at, b.cancelled_at, b.flow
            """;

    /** Limits the wait, because one thread folds all batches. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static final Duration BETWEEN_NOTES = Duration.ofMinutes(1);

    private static final String ROW = """
            SELECT id, sealed, completed_at, on_complete, on_dead, parent_group, parent_index, stuck, flow, cancelled_at,
              active_at < {now+?} AS quiet
            FROM baton_batch WHERE id = ?""";

    /** The strategy of groups whose jobs share the work. */
    private static final int MODULUS = 0;

    /** Selects the groups of a batch that are not marked as ended. */
    private static final String OPEN = " FROM baton_batch_group WHERE batch_id = ? AND ended = FALSE";

    /** The stored code of a kind is its index in this list. */
    private static final List<AckKind> KINDS = List.of(AckKind.values());

    private final Database database;

    public BatchStore(Database database) {
        this.database = database;
    }

    /** Creates a batch without a key and returns its id. */
    public long make(boolean flow) {
        return database.insert("INSERT INTO baton_batch (active_at, flow) VALUES ({now}, ?)", List.of(flow));
    }

    /** Creates a batch with this key; fails if the key exists, and some databases then refuse further statements of the transaction. */
    public long makeNew(String key) {
        return database.insert("INSERT INTO baton_batch (batch_key, active_at) VALUES (?, {now})", List.of(key));
    }

    /**
     * Returns the id of the batch with this key. Creates the batch if there is none. Reads with a lock at last: an existing batch may be invisible to
     * a plain read in the caller's transaction.
     *
     * @param parent the batch that a created batch is to become an item of, if any
     */
    public long make(String key, @Nullable Long parent, boolean flow) {
        return find(key).orElseGet(() -> {
            insert(key, parent, flow);
            return find(key)
                    .or(() -> number("SELECT id FROM baton_batch WHERE batch_key = ? FOR UPDATE", key))
                    .orElseThrow(() -> new ConcurrencyFailureException("The batch of the key \"" + key
                            + "\" was opened by another transaction since this one began to read; repeat this one"));
        });
    }

    /** Inserts {@code VALUES}: with a SELECT, other inserts on MariaDB would wait for an id of the table while this one waits for the key. */
    private void insert(String key, @Nullable Long parent, boolean flow) {
        database.insertIfAbsent(
                "baton_batch",
                "batch_key, parent_group, active_at, flow",
                "VALUES ({?varchar(200)}, {?bigint}, {now}, " + flow + ")",
                key,
                new SqlParameterValue(Types.BIGINT, parent == null ? null : -parent));
    }

    public Optional<Long> find(String key) {
        return number("SELECT id FROM baton_batch WHERE batch_key = ?", key);
    }

    private Optional<Long> number(String sql, Object of) {
        return database.first(sql, (row, number) -> row.getLong(1), of);
    }

    /** Returns the batch that this one is to become an item of; empty if there is no such batch, or if it is an item already. */
    public Optional<Long> awaitedParent(long batch) {
        return parentGroup(batch).filter(parent -> parent < 0).map(parent -> -parent);
    }

    /**
     * Returns the batch that this one is an item of, if there is one. Reads the group with a lock, because it may be newer than the snapshot of the
     * caller's transaction.
     */
    public Optional<Long> parent(long batch) {
        return parentGroup(batch)
                .filter(parent -> parent > 0)
                .flatMap(group -> number("SELECT batch_id FROM baton_batch_group WHERE id = ? FOR UPDATE", group));
    }

    /** Returns the group that the batch is an item of, or, before it is one, the negated id of the outer batch; 0 if there is none. */
    private Optional<Long> parentGroup(long batch) {
        return number("SELECT COALESCE(parent_group, 0) FROM baton_batch WHERE id = ? FOR UPDATE", batch);
    }

    /** Makes a batch an item of this group. */
    public void place(long batch, long group) {
        database.update("UPDATE baton_batch SET parent_group = ?, parent_index = 0 WHERE id = ?", group, batch);
    }

    public Optional<FoundBatch> status(long batch) {
        return database.first(
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
                        row.getBoolean("flow"),
                        row.getObject("cancelled_at") != null,
                        database.dialect().instant(row, "completed_at"),
                        false),
                batch);
    }

    public boolean isUsed() {
        return database.finds("SELECT id FROM baton_batch LIMIT 1");
    }

    /** Locks a batch until the transaction ends; returns empty if the batch does not exist. */
    public Optional<LockedBatch> lock(long batch) {
        return read(batch, " FOR UPDATE");
    }

    /**
     * Locks a batch, and waits for the lock for up to two seconds. After a timeout the transaction cannot be used any more. Sets a timeout of the
     * statement as well: the wait for the lock begins again each time that another transaction gets it first.
     *
     * @throws DataAccessException if the lock was not free in time
     */
    public Optional<LockedBatch> lockWithTimeout(long batch) {
        BatchStore limited = new BatchStore(database.limitedTo(LONGEST_WAIT.multipliedBy(2)));
        return database.boundLockWaits(LONGEST_WAIT, () -> limited.lock(batch));
    }

    /** Locks a batch without waiting; returns empty if it does not exist or another transaction has locked it. */
    public Optional<LockedBatch> lockFree(long batch) {
        return read(batch, " FOR UPDATE SKIP LOCKED");
    }

    /** Returns a batch as the transaction sees it, without a lock. */
    public Optional<LockedBatch> read(long batch) {
        return read(batch, "");
    }

    /** Reads whether activity is to be written, which happens at most once a minute: each write makes a new version of the row. */
    private Optional<LockedBatch> read(long batch, String lock) {
        return database.first(ROW + lock, (row, number) -> locked(row), -Micros.of(BETWEEN_NOTES), batch);
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

    public void seal(long batch) {
        database.update("UPDATE baton_batch SET sealed = TRUE, active_at = {now} WHERE id = ?", batch);
    }

    public void cancel(long batch) {
        database.update("UPDATE baton_batch SET cancelled_at = {now}, active_at = {now} WHERE id = ?", batch);
    }

    /** Sets the job that waits for the end of the batch, or none. */
    public void onComplete(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_complete = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    /** Sets the job that waits for the first dead item of the batch, or none. */
    public void onDead(long batch, @Nullable Long job) {
        database.update(
                "UPDATE baton_batch SET on_dead = ? WHERE id = ?", new SqlParameterValue(Types.BIGINT, job), batch);
    }

    /** Stores whether the batch was last reported as stuck to its outer batch. */
    public void stuck(long batch, boolean stuck) {
        database.update("UPDATE baton_batch SET stuck = ? WHERE id = ?", stuck, batch);
    }

    public void complete(long batch) {
        database.update(
                "UPDATE baton_batch SET completed_at = {now}, active_at = {now} WHERE id = ? AND completed_at IS NULL",
                batch);
    }

    /** Marks a batch as active now, unless it is being removed. */
    public void active(long batch) {
        database.update(
                "UPDATE baton_batch SET active_at = {now} WHERE id = ? AND (flow OR cancelled_at IS NULL)", batch);
    }

    /** Writes the row of a locked batch if another server may hold a lock of it too: one of the two transactions then fails at its commit. */
    public void confirm(long batch) {
        if (database.dialect().locksMayBeLocal()) {
            active(batch);
        }
    }

    /**
     * Marks a locked, incomplete batch as being removed. It can then neither complete nor be an item of another batch. Keeps the time of the last
     * activity, so that the purge finds the batch again.
     */
    public void abandon(long batch) {
        database.update(
                "UPDATE baton_batch SET sealed = FALSE, parent_group = NULL, on_complete = NULL, on_dead = NULL, cancelled_at = {now} WHERE id = ?",
                batch);
    }

    /** Creates a group without items, of this step if the batch is a flow; returns its id. */
    public long addGroup(long batch, @Nullable StepPlace place) {
        return place == null
                ? database.insert(
                        "INSERT INTO baton_batch_group (batch_id, size, remaining) VALUES (?, 0, 0)", List.of(batch))
                : database.insert(
                        "INSERT INTO baton_batch_group (batch_id, size, remaining, step, blocked) VALUES (?, 0, 0, ?, ?)",
                        List.of(batch, place.step(), place.blocked() ? 2 : 0));
    }

    /** Gives a group its items. These are jobs from {@code firstJob} on, which may share the work, unless that is null. */
    public void fill(long group, int size, @Nullable Long firstJob, boolean shared) {
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
                new SqlParameterValue(Types.SMALLINT, shared ? MODULUS : null),
                group);
    }

    /** Returns the last job: ids rise within a transaction, even while other transactions draw ids of the same sequence. */
    private @Nullable Long lastJob(long group, long firstJob) {
        return database.value(
                "SELECT MAX(id) FROM baton_job WHERE id >= ? AND batch_group = ?", Long.class, firstJob, group);
    }

    /** Returns the batch and size of these groups, and whether their jobs share the work, by group. Groups that were removed are left out. */
    public Map<Long, Membership> memberships(Collection<Long> groups) {
        RowsById byId = database.rows("baton_batch_group");
        Map<Long, Membership> found = new HashMap<>();
        database.forEach(
                "SELECT j.id, j.batch_id, j.size, j.strategy FROM " + byId.from(),
                row -> found.put(
                        row.getLong("id"),
                        new Membership(row.getLong("batch_id"), row.getInt("size"), row.getObject("strategy") != null)),
                byId.ids(groups));
        return found;
    }

    /** Returns whether an item of the batch has not ended. In a cancelled batch, dead items count as ended unless they are batches. */
    public boolean waitsForItems(long batch, boolean cancelled) {
        String open = "SELECT id" + OPEN + " AND remaining > " + (cancelled ? "dead" : "0") + " LIMIT 1";
        return database.finds(open, batch) || (cancelled && anyLivingBatch(batch));
    }

    private boolean anyLivingBatch(long batch) {
        return database.finds(
                "SELECT b.id FROM baton_batch_group g JOIN baton_batch b ON b.parent_group = g.id"
                        + " WHERE g.batch_id = ? AND g.ended = FALSE AND g.remaining > 0 AND b.completed_at IS NULL LIMIT 1",
                batch);
    }

    public boolean anyDead(long batch) {
        return database.finds("SELECT id" + OPEN + " AND dead > 0 LIMIT 1", batch);
    }

    /** Returns whether an item of the batch has neither ended nor died, and is not blocked by another step. */
    public boolean anyRunnable(long batch) {
        return database.finds("SELECT id" + OPEN + " AND remaining > dead AND blocked <> 2 LIMIT 1", batch);
    }

    /**
     * Returns the items of these groups of a batch that is locked. Reads with locks: in a caller's transaction, a plain read may return rows that are
     * older than the lock of the batch.
     */
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

    /** Writes the state of the items of groups. Marks groups that have ended, so that the index of open groups stays small. */
    public void save(Collection<GroupItems> groups) {
        database.updateEach(
                "UPDATE baton_batch_group SET remaining = ?, bits = ?, dead = ?, dead_bits = ?, cancelled = ?,"
                        + " ended = (? AND blocked = 0) WHERE id = ?",
                groups,
                group -> new Object[] {
                    group.remaining(),
                    nullIfEmpty(group.openBits()),
                    group.dead(),
                    nullIfEmpty(group.deadBits()),
                    group.cancelled(),
                    group.remaining() == 0,
                    group.id()
                });
    }

    private static SqlParameterValue nullIfEmpty(byte[] bits) {
        return new SqlParameterValue(Types.VARBINARY, bits.length == 0 ? null : bits);
    }

    /** Stores what happened to items. Waits for no lock of another transaction. */
    public void append(AckKind kind, long group, Collection<Integer> items) {
        database.update(
                "INSERT INTO baton_ack (group_id, kind, items) VALUES (?, ?, ?)",
                group,
                KINDS.indexOf(kind),
                written(items));
    }

    /** Stores an acknowledgement of a batch itself, so that it is folded. Waits for no lock of another transaction. */
    public void note(long batch) {
        append(AckKind.DONE, -batch, List.of());
    }

    /** Returns two bytes for each index. No index of a group needs more. */
    private static byte[] written(Collection<Integer> items) {
        ByteBuffer bytes = ByteBuffer.allocate(items.size() * Short.BYTES);
        items.forEach(item -> bytes.putShort(item.shortValue()));
        return bytes.array();
    }

    private static List<Integer> indexes(byte[] written) {
        ByteBuffer bytes = ByteBuffer.wrap(written);
        List<Integer> items = new ArrayList<>();
        while (bytes.remaining() >= Short.BYTES) {
            items.add((int) bytes.getShort());
        }
        return items;
    }

    public List<Ack> acks(Collection<Long> groups) {
        if (groups.isEmpty()) {
            return List.of();
        }
        RowsById byGroup = acksByGroup();
        return database.query(
                "SELECT j.id, j.group_id, j.kind, j.items FROM " + byGroup.from(),
                (row, number) -> new Ack(
                        row.getLong("id"),
                        row.getLong("group_id"),
                        KINDS.get(row.getInt("kind")),
                        indexes(row.getBytes("items"))),
                byGroup.ids(groups));
    }

    public void forget(Collection<Ack> acks) {
        database.rows("baton_ack").delete(acks.stream().map(Ack::id).toList(), "TRUE");
    }

    /** Removes committed rows only: some databases would wait for uncommitted ones. A later fold removes rows whose group does not exist. */
    private void removeAcks(Collection<Long> ofGroups) {
        RowsById byGroup = acksByGroup();
        List<Long> ids = database.list("SELECT j.id FROM " + byGroup.from(), Long.class, byGroup.ids(ofGroups));
        database.rows("baton_ack").delete(ids, "TRUE");
    }

    private RowsById acksByGroup() {
        return database.rowsBy("baton_ack", "group_id", "baton_ack_group");
    }

    /** Returns up to {@code limit} groups of the batch that have acknowledgements, and the negated id of the batch. */
    public List<Long> notedGroups(long batch, int limit) {
        List<Long> groups = new ArrayList<>(database.list(
                "SELECT DISTINCT a.group_id FROM baton_batch_group g JOIN baton_ack a ON a.group_id = g.id WHERE g.batch_id = ? LIMIT "
                        + limit,
                Long.class,
                batch));
        groups.add(-batch);
        return groups;
    }

    /** Returns which of these groups and negated ids of batches have acknowledgements. */
    public List<Long> noted(Collection<Long> names) {
        RowsById byGroup = acksByGroup();
        return database.list("SELECT DISTINCT j.group_id FROM " + byGroup.from(), Long.class, byGroup.ids(names));
    }

    /**
     * Returns up to {@code limit} groups and negated ids of batches that have acknowledgements and come after this one, ascending. Reads one row of
     * the index for each of them, however many acknowledgements there are.
     */
    public List<Long> noted(long after, int limit) {
        return database.each(
                "SELECT group_id FROM baton_ack WHERE group_id > ? ORDER BY group_id LIMIT 1",
                Long.class,
                after,
                limit);
    }

    /** Returns up to {@code limit} incomplete batches that come after this one, ascending, and were not active for this time. */
    public List<Long> idle(long after, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE id > ? AND completed_at IS NULL AND active_at < {now+?} ORDER BY id LIMIT "
                        + limit,
                Long.class,
                after,
                -Micros.of(idle));
    }

    /** Returns up to {@code limit} batches, complete or not, that were not active for this time. */
    public List<Long> expired(boolean complete, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE active_at < {statementTime+?} AND completed_at IS "
                        + (complete ? "NOT NULL" : "NULL")
                        + " ORDER BY active_at LIMIT " + limit,
                Long.class,
                -Micros.of(idle));
    }

    /** Returns up to {@code limit} groups of the batch that come after this one, ascending, and have jobs that are neither ended nor dead. */
    public List<Long> openJobGroups(long batch, long after, int limit) {
        return database.list(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND id > ? AND remaining > dead AND first_job IS NOT NULL"
                        + " ORDER BY id LIMIT " + limit,
                Long.class,
                batch,
                after);
    }

    /** Returns whether the batch has a job that runs or will run without an operator, or an incomplete batch as an item. */
    public boolean anyLiving(long batch) {
        String job = "SELECT j.id FROM baton_batch_group g JOIN baton_job j ON j.id BETWEEN g.first_job AND g.last_job"
                + " AND j.batch_group = g.id WHERE g.batch_id = ? AND g.ended = FALSE AND g.remaining > g.dead"
                + " AND (j.state IN (0, 1, 2, 7) OR (j.state = 3 AND (j.ties < " + Ties.AWAITS + " OR MOD(j.ties, "
                + 2 * Ties.SEQUENCE + ") >= "
                + Ties.SEQUENCE + "))) LIMIT 1";
        return database.finds(job, batch) || anyLivingBatch(batch);
    }

    /** Returns the indexes of the existing jobs of this group. */
    public BitSet jobs(long group) {
        BitSet jobs = new BitSet();
        database.forEach(
                "SELECT j.batch_index FROM baton_batch_group g JOIN baton_job j ON j.id BETWEEN g.first_job AND g.last_job"
                        + " AND j.batch_group = g.id WHERE g.id = ?",
                row -> jobs.set(row.getInt("batch_index")),
                group);
        return jobs;
    }

    /** Returns up to {@code limit} groups of a batch, in no order: some databases would search the whole table for the first ones. */
    public List<Long> groups(long batch, int limit) {
        return database.list("SELECT id FROM baton_batch_group WHERE batch_id = ? LIMIT " + limit, Long.class, batch);
    }

    /**
     * Removes groups of a locked batch, with their acknowledgements. Deletes by primary key, because some databases would otherwise wait for rows that
     * other transactions have just inserted.
     */
    public void removeGroups(Collection<Long> groups) {
        removeAcks(groups);
        database.rows("baton_batch_group").delete(groups, "TRUE");
    }

    /** Removes a locked batch that has no groups left. */
    public void remove(long batch) {
        removeAcks(List.of(-batch));
        database.update("DELETE FROM baton_batch WHERE id = ?", batch);
    }

    /** The step of a flow that a group belongs to: whether others wait for its results, and whether it waits for others. */
    public record StepPlace(int step, boolean awaited, boolean blocked) {}

    /** An acknowledgement: what happened to items of a group. */
    public record Ack(long id, long group, AckKind kind, List<Integer> items) {}
}
