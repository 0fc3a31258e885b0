package io.baton.batch;

import io.baton.BatchStatus;
import io.baton.InvalidItemException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Acknowledges items by name. */
record Acknowledging(BatchWork work) {

    List<BatchStatus> ack(List<ItemId> items) {
        Map<Long, Map<Long, Set<Integer>>> batches = new TreeMap<>();
        items.forEach(item -> batches.computeIfAbsent(item.batch(), first -> new TreeMap<>())
                .computeIfAbsent(item.group(), first -> new TreeSet<>())
                .add(item.index()));
        try {
            return work.transaction().join(() -> note(batches), () -> fold(batches));
        } catch (HeldJobException e) {
            return work.transaction().join(() -> note(batches));
        }
    }

    /** Within a transaction of the caller's, which may stay open for long: touches no row that others need. */
    private List<BatchStatus> note(Map<Long, Map<Long, Set<Integer>>> batches) {
        batches.forEach(this::check);
        batches.values().forEach(groups -> {
            groups.forEach((group, items) -> work.store().append(AckKind.DONE, group, items));
            work.touched().touchAfterCommit(groups.keySet());
        });
        return batches.keySet().stream().<BatchStatus>map(work::status).toList();
    }

    private List<BatchStatus> fold(Map<Long, Map<Long, Set<Integer>>> batches) {
        List<BatchStatus> statuses = new ArrayList<>();
        batches.forEach((batch, groups) -> {
            LockedBatch locked = work.lock(batch);
            check(batch, groups);
            Folded folded = work.fold().fold(locked, groups.keySet(), groups);
            work.announce(batch, folded);
            statuses.add(work.status(batch).completed(folded.completed()));
        });
        return statuses;
    }

    private void check(long batch, Map<Long, ? extends Collection<Integer>> groups) {
        Map<Long, Integer> sizes = work.store().sizes(batch, groups.keySet());
        if (sizes.isEmpty()) {
            work.status(batch);
        }
        groups.forEach((group, items) -> {
            Integer size = sizes.get(group);
            for (int item : items) {
                if (size == null || item >= size) {
                    throw new InvalidItemException("The batch " + batch + " has no item "
                            + new ItemId(batch, group, item)
                            + (size == null ? "" : "; those of this group go to " + (size - 1)));
                }
            }
        });
    }
}
