package io.baton.testing.memory;

import io.baton.batch.BatchStore.Ack;
import io.baton.batch.GroupItems.AckKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What became of items, as it was noted by whoever knew. */
record MemoryAcks(MemoryDatabase database) {

    void append(AckKind kind, long group, Collection<Integer> items) {
        long id = database.acks.nextId();
        database.acks.insert(id, new Ack(id, group, kind, List.copyOf(items)));
    }

    List<Ack> of(Collection<Long> groups) {
        return database.acks.all().stream()
                .filter(ack -> groups.contains(ack.group()))
                .toList();
    }

    void remove(Collection<Ack> read) {
        read.forEach(ack -> database.acks.remove(ack.id()));
    }

    /** Returns the groups of the batch of which something was noted, and the negated id of the batch. */
    List<Long> groupsOf(long batch, int limit) {
        List<Long> groups = new ArrayList<>(database.acks.all().stream()
                .map(Ack::group)
                .filter(group -> isOf(group, batch))
                .distinct()
                .limit(limit)
                .toList());
        groups.add(-batch);
        return groups;
    }

    private boolean isOf(long group, long batch) {
        GroupRow row = database.groups.get(group);
        return row != null && row.batch() == batch;
    }

    List<Long> noted(Collection<Long> names) {
        return database.acks.all().stream()
                .map(Ack::group)
                .filter(names::contains)
                .distinct()
                .toList();
    }

    List<Long> noted(long after, int limit) {
        return database.acks.all().stream()
                .map(Ack::group)
                .filter(group -> group > after)
                .distinct()
                .sorted()
                .limit(limit)
                .toList();
    }
}
