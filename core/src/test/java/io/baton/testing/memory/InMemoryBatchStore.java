package io.baton.testing.memory;

import io.baton.batch.BatchStore;
import io.baton.batch.BatchStore.Ack;
import io.baton.batch.BatchStore.StepPlace;
import io.baton.batch.FoundBatch;
import io.baton.batch.GroupItems;
import io.baton.batch.GroupItems.AckKind;
import io.baton.batch.LockedBatch;
import io.baton.job.Memberships.Membership;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** Batches in memory. Not final, so that a mutant of it can show that somebody would notice. */
public class InMemoryBatchStore extends BatchStore {

    private final MemoryDatabase database;
    private final MemoryBatches batches;
    private final MemoryGroups groups;
    private final MemoryAcks acks;

    /** Creates a store in this database. */
    public InMemoryBatchStore(MemoryDatabase database) {
        super(MemoryDatabase.NO_TABLES);
        this.database = database;
        this.batches = new MemoryBatches(database);
        this.groups = new MemoryGroups(database);
        this.acks = new MemoryAcks(database);
    }

    /** Runs a statement; time may pass between two of them. */
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return database.joined(work);
    }

    /** Somebody else holds the row of a batch. Returns when it is worth another try. */
    protected void awaitLock(CannotAcquireLockException held) {
        throw held;
    }

    private void write(Runnable work) {
        statement(() -> {
            work.run();
            return true;
        });
    }

    /** However long that takes. */
    private <T> T waiting(Supplier<T> work) {
        while (true) {
            try {
                return statement(work);
            } catch (CannotAcquireLockException held) {
                awaitLock(held);
            }
        }
    }

    @Override
    public long make(boolean flow) {
        return statement(() -> batches.make(null, null, flow));
    }

    @Override
    public long makeNew(String key) {
        return statement(() -> batches.make(key, null, false));
    }

    @Override
    public long make(String key, @Nullable Long parent, boolean flow) {
        return statement(() -> batches.findOrMake(key, parent, flow));
    }

    @Override
    public Optional<Long> awaitedParent(long batch) {
        return waiting(() -> batches.parentGroup(batch))
                .filter(parent -> parent < 0)
                .map(parent -> -parent);
    }

    @Override
    public void place(long batch, long group) {
        write(() -> batches.change(batch, row -> row.parent = group));
    }

    @Override
    public Optional<Long> parent(long batch) {
        return waiting(() -> batches.parentGroup(batch))
                .filter(parent -> parent > 0)
                .map(parent -> memberships(List.of(parent)).get(parent))
                .map(Membership::batch);
    }

    @Override
    public Optional<Long> find(String key) {
        return statement(() -> batches.find(key));
    }

    @Override
    public Optional<FoundBatch> status(long batch) {
        return statement(() -> batches.status(batch));
    }

    @Override
    public Optional<LockedBatch> lock(long batch) {
        return waiting(() -> batches.lock(batch));
    }

    @Override
    public Optional<LockedBatch> lockFree(long batch) {
        return statement(() -> batches.lockFree(batch));
    }

    @Override
    public Optional<LockedBatch> lockWithTimeout(long batch) {
        return lockFree(batch);
    }

    @Override
    public Optional<LockedBatch> read(long batch) {
        return statement(() -> batches.read(batch));
    }

    @Override
    public void seal(long batch) {
        write(() -> batches.changeNow(batch, row -> row.sealed = true));
    }

    @Override
    public void onComplete(long batch, @Nullable Long job) {
        write(() -> batches.change(batch, row -> row.onComplete = job));
    }

    @Override
    public void onDead(long batch, @Nullable Long job) {
        write(() -> batches.change(batch, row -> row.onDead = job));
    }

    @Override
    public void stuck(long batch, boolean stuck) {
        write(() -> batches.change(batch, row -> row.stuck = stuck));
    }

    @Override
    public long addGroup(long batch, @Nullable StepPlace place) {
        return statement(() -> place == null ? groups.add(batch) : groups.add(batch, place));
    }

    @Override
    public void fill(long group, int size, @Nullable Long firstJob, boolean shared) {
        write(() -> groups.fill(group, size, firstJob != null, shared));
    }

    @Override
    public Map<Long, Membership> memberships(Collection<Long> ofGroups) {
        return statement(() -> groups.memberships(ofGroups));
    }

    @Override
    public boolean waitsForItems(long batch, boolean cancelled) {
        return statement(() -> groups.of(batch).anyMatch(group -> group.remaining() > (cancelled ? group.deaths() : 0))
                || (cancelled && batches.anyLivingWithin(groups.of(batch))));
    }

    @Override
    public boolean anyDead(long batch) {
        return statement(() -> groups.of(batch).anyMatch(group -> group.deaths() > 0));
    }

    @Override
    public boolean anyRunnable(long batch) {
        return statement(
                () -> groups.of(batch).anyMatch(group -> group.remaining() > group.deaths() && group.blocked() != 2));
    }

    @Override
    public void append(AckKind kind, long group, Collection<Integer> items) {
        write(() -> acks.append(kind, group, items));
    }

    @Override
    public List<Long> notedGroups(long batch, int limit) {
        return statement(() -> acks.groupsOf(batch, limit));
    }

    @Override
    public List<Ack> acks(Collection<Long> ofGroups) {
        return statement(() -> acks.of(ofGroups));
    }

    @Override
    public void forget(Collection<Ack> read) {
        if (!read.isEmpty()) {
            write(() -> acks.remove(read));
        }
    }

    @Override
    public Map<Long, GroupItems> items(Collection<Long> ofGroups) {
        return statement(() -> groups.items(ofGroups));
    }

    @Override
    public void save(Collection<GroupItems> changed) {
        write(() -> groups.save(changed));
    }

    @Override
    public void complete(long batch) {
        write(() -> batches.completed(batch));
    }

    @Override
    public void active(long batch) {
        write(() -> batches.active(batch));
    }

    @Override
    public void confirm(long batch) {
        // its locks hold for all that use it
    }

    @Override
    public boolean isUsed() {
        return statement(() -> !database.batches.all().isEmpty());
    }

    @Override
    public List<Long> noted(long after, int limit) {
        return statement(() -> acks.noted(after, limit));
    }

    @Override
    public List<Long> noted(Collection<Long> names) {
        return statement(() -> acks.noted(names));
    }

    @Override
    public List<Long> idle(long after, Duration idle, int limit) {
        return statement(() -> batches.idle(after, idle, limit));
    }

    @Override
    public List<Long> openJobGroups(long batch, long after, int limit) {
        return statement(() -> groups.living(batch).stream()
                .filter(group -> group > after)
                .limit(limit)
                .toList());
    }

    @Override
    public BitSet jobs(long group) {
        return statement(() -> groups.jobs(group));
    }

    @Override
    public List<Long> expired(boolean complete, Duration idle, int limit) {
        return statement(() -> batches.expired(complete, idle, limit));
    }

    @Override
    public boolean anyLiving(long batch) {
        return statement(() -> groups.anyLivingJob(batch) || batches.anyLivingWithin(groups.of(batch)));
    }

    @Override
    public void cancel(long batch) {
        write(() -> batches.changeNow(batch, row -> row.cancelledAt = database.now()));
    }

    @Override
    public List<Long> groups(long batch, int limit) {
        return statement(() -> groups.of(batch).map(GroupRow::id).limit(limit).toList());
    }

    @Override
    public void abandon(long batch) {
        write(() -> batches.change(batch, row -> {
            row.sealed = false;
            row.parent = null;
            row.onComplete = null;
            row.onDead = null;
            row.cancelledAt = database.now();
        }));
    }

    @Override
    public void removeGroups(Collection<Long> ofBatch) {
        write(() -> {
            acks.remove(acks.of(ofBatch));
            groups.remove(ofBatch);
        });
    }

    @Override
    public void remove(long batch) {
        write(() -> {
            acks.remove(acks.of(List.of(-batch)));
            database.batches.remove(batch);
        });
    }
}
