package io.baton.batch;

import io.baton.BatchStatus;
import io.baton.InvalidItemException;
import io.baton.database.OwnTransactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Acknowledges items by name. Never waits for the row of a batch while it holds a connection: another transaction may add to the batch for the time
 * of an import. The acknowledgements are then only noted, as those of a job that ends, and folded when the row is free.
 */
record Acknowledging(BatchWork work) {

    /** Most transactions lock a batch for a moment. A batch that is not sealed cannot be complete. */
    private static final int TRIES_IF_OPEN = 6;

    /** About a second, so that one of several concurrent callers gets the result that the batch is complete. */
    private static final int TRIES_IF_SEALED = 24;

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(64);

    List<BatchStatus> ack(List<ItemId> items) {
        Map<Long, Map<Long, Set<Integer>>> batches = new TreeMap<>();
        items.forEach(item -> batches.computeIfAbsent(item.batch(), first -> new TreeMap<>())
                .computeIfAbsent(item.group(), first -> new TreeSet<>())
                .add(item.index()));
        Duration pause = SHORTEST_PAUSE;
        for (int attempt = 1; attempt <= TRIES_IF_SEALED; attempt++) {
            Optional<List<BatchStatus>> statuses = attempt(batches, attempt);
            if (statuses.isPresent()) {
                return statuses.get();
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause.toNanos() / 2, pause.toNanos()));
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
        return work.transaction().join(() -> note(batches));
    }

    /** Returns empty if another transaction has locked a batch and may release it soon, or has collided with this one, which was rolled back. */
    private Optional<List<BatchStatus>> attempt(Map<Long, Map<Long, Set<Integer>>> batches, int attempt) {
        AtomicBoolean alone = new AtomicBoolean();
        try {
            return work.transaction().join(() -> Optional.of(note(batches)), () -> {
                alone.set(true);
                return fold(batches, attempt);
            });
        } catch (HeldJobException e) {
            return Optional.of(work.transaction().join(() -> note(batches)));
        } catch (RuntimeException e) {
            if (alone.get() && OwnTransactions.isCollision(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** For a transaction of the caller's that may stay open for long: writes to no row that others need. */
    private List<BatchStatus> note(Map<Long, Map<Long, Set<Integer>>> batches) {
        batches.forEach(this::check);
        batches.values().forEach(this::append);
        return batches.keySet().stream().<BatchStatus>map(work::status).toList();
    }

    private void append(Map<Long, Set<Integer>> groups) {
        groups.forEach((group, items) -> work.store().notes().append(AckKind.DONE, group, items));
        work.reducer().dirty().markAfterCommit(groups.keySet());
    }

    private Optional<List<BatchStatus>> fold(Map<Long, Map<Long, Set<Integer>>> batches, int attempt) {
        Map<Long, LockedBatch> free = new TreeMap<>();
        for (long batch : batches.keySet()) {
            Optional<LockedBatch> locked = work.lockFree(batch);
            if (locked.isEmpty() && attempt < tries(batch)) {
                return Optional.empty();
            }
            locked.ifPresent(each -> free.put(batch, each));
        }
        List<BatchStatus> statuses = new ArrayList<>();
        batches.forEach((batch, groups) -> {
            check(batch, groups);
            LockedBatch locked = free.get(batch);
            if (locked == null) {
                append(groups);
            }
            statuses.add(locked == null ? work.status(batch) : fold(locked, groups));
        });
        return Optional.of(statuses);
    }

    private int tries(long batch) {
        return work.read(batch).sealed() ? TRIES_IF_SEALED : TRIES_IF_OPEN;
    }

    private BatchStatus fold(LockedBatch batch, Map<Long, Set<Integer>> groups) {
        Folded folded = work.reducer().fold(batch, groups.keySet(), groups);
        work.announce(batch.id(), folded);
        return work.status(batch.id()).completed(folded.completed());
    }

    private void check(long batch, Map<Long, ? extends Collection<Integer>> groups) {
        Map<Long, Integer> sizes = work.store().groups().sizes(batch, groups.keySet());
        if (sizes.isEmpty()) {
            work.status(batch);
        }
        groups.forEach((group, items) -> {
            Integer size = sizes.get(group);
            for (int item : items) {
                if (size == null || item >= size) {
                    throw new InvalidItemException("The batch " + batch + " has no item "
                            + new ItemId(batch, group, item)
                            + (size == null
                                    ? "; a transaction that is not READ COMMITTED does not see one that was added since it began to read, and is to be repeated"
                                    : "; those of this group go to " + (size - 1)));
                }
            }
        });
    }
}
