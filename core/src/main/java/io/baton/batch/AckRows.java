package io.baton.batch;

import io.baton.batch.BatchRoles.Ack;
import io.baton.batch.BatchRoles.BatchNotes;
import io.baton.batch.GroupItems.AckKind;
import io.baton.database.Database;
import io.baton.database.RowsById;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads and writes acknowledgements, the rows of {@code baton_ack}. */
record AckRows(Database database) implements BatchNotes {

    /** The stored code of a kind is its index in this list. */
    private static final List<AckKind> KINDS = List.of(AckKind.values());

    @Override
    public void append(AckKind kind, long group, Collection<Integer> items) {
        database.update(
                "INSERT INTO baton_ack (group_id, kind, items) VALUES (?, ?, ?)",
                group,
                KINDS.indexOf(kind),
                written(items));
    }

    /** Returns two bytes for each index. No index of a group needs more. */
    private static byte[] written(Collection<Integer> items) {
        ByteBuffer bytes = ByteBuffer.allocate(items.size() * Short.BYTES);
        items.forEach(item -> bytes.putShort(item.shortValue()));
        return bytes.array();
    }

    private static List<Integer> read(byte[] written) {
        ByteBuffer bytes = ByteBuffer.wrap(written);
        List<Integer> items = new ArrayList<>();
        while (bytes.remaining() >= Short.BYTES) {
            items.add((int) bytes.getShort());
        }
        return items;
    }

    @Override
    public List<Ack> acks(Collection<Long> groups) {
        if (groups.isEmpty()) {
            return List.of();
        }
        RowsById byGroup = database.rowsBy("baton_ack", "group_id", "baton_ack_group");
        return database.query(
                "SELECT j.id, j.group_id, j.kind, j.items FROM " + byGroup.from(),
                (row, number) -> new Ack(
                        row.getLong("id"),
                        row.getLong("group_id"),
                        KINDS.get(row.getInt("kind")),
                        read(row.getBytes("items"))),
                byGroup.ids(groups));
    }

    @Override
    public void forget(Collection<Ack> acks) {
        if (!acks.isEmpty()) {
            database.rows("baton_ack").delete(acks.stream().map(Ack::id).toList(), "TRUE");
        }
    }

    /** Removes committed rows only: some databases would wait for uncommitted ones. A later fold removes rows whose group does not exist. */
    void removeAll(Collection<Long> ofGroups) {
        RowsById byGroup = database.rowsBy("baton_ack", "group_id", "baton_ack_group");
        List<Long> ids = database.list("SELECT j.id FROM " + byGroup.from(), Long.class, byGroup.ids(ofGroups));
        if (!ids.isEmpty()) {
            database.rows("baton_ack").delete(ids, "TRUE");
        }
    }

    /** Also returns the negated id of the batch itself. */
    @Override
    public List<Long> notedGroups(long batch, int limit) {
        List<Long> groups = new ArrayList<>(database.list(
                "SELECT DISTINCT a.group_id FROM baton_batch_group g JOIN baton_ack a ON a.group_id = g.id WHERE g.batch_id = ? LIMIT "
                        + limit,
                Long.class,
                batch));
        groups.add(-batch);
        return groups;
    }

    @Override
    public List<Long> noted(Collection<Long> groups) {
        RowsById byGroup = database.rowsBy("baton_ack", "group_id", "baton_ack_group");
        return database.list("SELECT DISTINCT j.group_id FROM " + byGroup.from(), Long.class, byGroup.ids(groups));
    }

    /** Reads one row of the index for each returned group, however many acknowledgements there are. */
    @Override
    public List<Long> noted(long after, int limit) {
        List<Long> groups = new ArrayList<>();
        for (long last = after; groups.size() < limit; last = groups.get(groups.size() - 1)) {
            List<Long> next = database.list(
                    "SELECT group_id FROM baton_ack WHERE group_id > ? ORDER BY group_id LIMIT 1", Long.class, last);
            if (next.isEmpty()) {
                return groups;
            }
            groups.add(next.get(0));
        }
        return groups;
    }
}
