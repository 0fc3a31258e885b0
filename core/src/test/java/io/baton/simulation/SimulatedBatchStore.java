package io.baton.simulation;

import io.baton.batch.BatchStore.Ack;
import io.baton.batch.FoundBatch;
import io.baton.batch.GroupItems;
import io.baton.batch.LockedBatch;
import io.baton.testing.memory.GroupRow;
import io.baton.testing.memory.InMemoryBatchStore;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** Batches as a node sees them, in transactions between whose statements time passes, or as a mutation makes them seem. */
final class SimulatedBatchStore extends InMemoryBatchStore {

    private final World world;
    private final SteppedTransactions transactions;
    private List<Ack> acksBefore = List.of();
    private Map<Long, GroupItems> itemsBefore = Map.of();
    private @Nullable Long forgotten;

    SimulatedBatchStore(World world, SteppedTransactions transactions) {
        super(world.database());
        this.world = world;
        this.transactions = transactions;
    }

    private boolean is(Mutation mutation) {
        return world.mutation() == mutation;
    }

    @Override
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return transactions.statement(work);
    }

    @Override
    protected void awaitLock(CannotAcquireLockException held) {
        transactions.awaitLock(held, Probe.BATCH_WAITED);
    }

    @Override
    public Optional<LockedBatch> lockFree(long batch) {
        if (is(Mutation.FOLDED_BEFORE_LOCK)) {
            readBeforeLock(batch);
            return lock(batch);
        }
        Optional<LockedBatch> locked = super.lockFree(batch);
        if (locked.isEmpty() && world.database().batch(batch) != null) {
            world.ledger().findings().met(Probe.BATCH_PASSED_OVER);
            forgotten = is(Mutation.PASSED_OVER_FOR_GOOD) ? batch : null;
        }
        return locked;
    }

    private void readBeforeLock(long batch) {
        acksBefore = statement(world.database()::acks);
        itemsBefore = statement(
                () -> world.database().groups(batch).stream().collect(Collectors.toMap(GroupRow::id, GroupRow::items)));
    }

    @Override
    public Optional<FoundBatch> status(long batch) {
        return Objects.equals(forgotten, batch) ? Optional.empty() : super.status(batch);
    }

    @Override
    public List<Ack> acks(Collection<Long> ofGroups) {
        Long passedOver = forgotten;
        if (passedOver != null && ofGroups.contains(-passedOver)) {
            forgotten = null;
            return List.of();
        }
        boolean asksForNote = ofGroups.size() == 1 && ofGroups.iterator().next() < 0;
        return is(Mutation.FOLDED_BEFORE_LOCK) && !asksForNote
                ? acksBefore.stream()
                        .filter(ack -> ofGroups.contains(ack.group()))
                        .toList()
                : super.acks(ofGroups);
    }

    @Override
    public Map<Long, GroupItems> items(Collection<Long> ofGroups) {
        Map<Long, GroupItems> items = super.items(ofGroups);
        if (is(Mutation.FOLDED_BEFORE_LOCK)) {
            items.keySet().forEach(group -> items.replace(group, itemsBefore.getOrDefault(group, items.get(group))));
        }
        return items;
    }

    @Override
    public List<Long> noted(long after, int limit) {
        return is(Mutation.PASSED_OVER_FOR_GOOD) ? List.of() : super.noted(after, limit);
    }

    @Override
    public void note(long batch) {
        world.weather().mayCrashAfterCommit(transactions.node());
        if (!is(Mutation.NO_NOTE)) {
            super.note(batch);
        }
    }
}
