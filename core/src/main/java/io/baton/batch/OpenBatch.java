package io.baton.batch;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchItems;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobOptions;
import io.baton.SealedBatchException;
import io.baton.batch.BatchReducer.Folded;
import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The {@link Batch} that applications use. It holds only the id and is thread-safe. */
public record OpenBatch(BatchWork work, long batch) implements Batch {

    private static final int MOST_ITEMS = 10_000_000;

    /** The number of groups that a seal folds. {@link BatchFollowUp} folds the others. */
    private static final int GROUPS_AT_ONCE = 100;

    @Override
    public BatchId id() {
        return new BatchId(batch);
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(status().key());
    }

    @Override
    public Batch onComplete(Object payload, Consumer<JobOptions> options) {
        return await(
                payload, options, LockedBatch::onComplete, job -> work.store().onComplete(batch, job));
    }

    @Override
    public Batch onDead(Object payload, Consumer<JobOptions> options) {
        return await(payload, options, LockedBatch::onDead, job -> {
            work.store().onDead(batch, job);
            // an item may already have died
            work.foldAfterCommit(batch);
        });
    }

    private Batch await(
            Object payload,
            Consumer<JobOptions> options,
            Function<LockedBatch, @Nullable Long> known,
            Consumer<Long> keep) {
        return work.transaction().join("what is to wait for batch " + batch, () -> {
            LockedBatch locked = work.lock(batch);
            if (known.apply(locked) == null) {
                if (locked.complete()) {
                    throw new BatonException(
                            "The batch " + batch
                                    + " is complete: nothing can wait for its end any more. Say what waits for it before it is sealed");
                }
                NewJob job = work.enqueuer().awaitingJobs(options).apply(payload);
                keep.accept(work.enqueuer().store(job).id().value());
            }
            return this;
        });
    }

    @Override
    public Enqueued addJob(Object payload, Consumer<JobOptions> options) {
        return adding(() -> {
            NewJob job = work.enqueuer().prepare(payload, options);
            JobGroups groups = new JobGroups(work, batch, false, null);
            Enqueued enqueued = work.enqueuer().store(job, groups::add);
            groups.finish();
            return enqueued;
        });
    }

    @Override
    public long addJobs(Stream<?> payloads, Consumer<JobOptions> options) {
        return addAll(payloads, false, () -> work.enqueuer().jobs(options));
    }

    @Override
    public <T> long addJobs(Stream<? extends T> payloads, BiConsumer<? super T, JobOptions> options) {
        return addAll(payloads, false, () -> work.enqueuer().jobs(options));
    }

    @Override
    public void addPartitioned(Object payload, int partitions, Consumer<JobOptions> options) {
        if (partitions < 1 || partitions > JobGroups.MOST_ITEMS) {
            throw new IllegalArgumentException(
                    "Work is shared by 1 to " + JobGroups.MOST_ITEMS + " partitions, not " + partitions);
        }
        Stream<Object> payloads = Collections.nCopies(partitions, payload).stream();
        addAll(payloads, true, () -> work.enqueuer().jobs(options));
    }

    private <T> long addAll(Stream<? extends T> payloads, boolean shared, Supplier<Function<T, NewJob>> jobs) {
        try (payloads) {
            return adding(() -> new JobGroups(work, batch, shared, null).addAll(payloads.iterator(), jobs.get()));
        }
    }

    @Override
    public BatchItems addItems(int count) {
        if (count < 0 || count > MOST_ITEMS) {
            throw new IllegalArgumentException(
                    "Up to " + MOST_ITEMS + " items can be added to a batch at once, not " + count);
        }
        return adding(() -> {
            List<BatchItems.Group> groups = new ArrayList<>();
            for (int rest = count; rest > 0; rest -= JobGroups.MOST_ITEMS) {
                int size = Math.min(rest, JobGroups.MOST_ITEMS);
                long group = work.store().addGroup(batch, null);
                work.store().fill(group, size, null, false);
                groups.add(new BatchItems.Group(group, size));
            }
            return new BatchItems(id(), groups);
        });
    }

    @Override
    public Batch open(String key) {
        String checked = BatchWork.checkedKey(key);
        return work.transaction().join("the opening of the batch \"" + checked + "\"", () -> {
            LockedBatch locked = work.lock(batch);
            if (locked.sealed() && work.store().find(checked).isEmpty()) {
                requireOpen(locked);
            }
            long child = work.store().make(checked, batch, false);
            Optional<Long> awaited = work.store().awaitedParent(child);
            if (awaited.isPresent() && awaited.get() == batch) {
                requireOpen(locked);
                long group = work.store().addGroup(batch, null);
                work.store().fill(group, 1, null, false);
                work.store().place(child, group);
            } else if (!work.store().parent(child).equals(Optional.of(batch))) {
                throw new BatonException("The batch \"" + checked + "\" is there already, and is no item of batch "
                        + batch + "; open it by Batches.open, or take another key");
            }
            return new OpenBatch(work, child);
        });
    }

    /** Locks the batch last and only briefly: other transactions do not see the new items before the commit. */
    private <T> T adding(Supplier<T> add) {
        return work.transaction().join("an addition to batch " + batch, () -> {
            work.store().read(batch).ifPresent(this::refuseSealed);
            return work.transaction().whole("what was added to batch " + batch, () -> {
                T added = add.get();
                requireOpen(work.lock(batch));
                return added;
            });
        });
    }

    private void requireOpen(LockedBatch locked) {
        refuseSealed(locked);
        work.store().active(batch);
    }

    private void refuseSealed(LockedBatch seen) {
        if (seen.flow()) {
            throw new SealedBatchException("The batch " + batch
                    + " is a flow, to which only its running jobs can add, by Flows.addJobs and Flows.startWithin");
        }
        if (seen.sealed()) {
            throw new SealedBatchException(
                    "The batch " + batch
                            + " is sealed: nothing can be added to it any more. Add everything before Batch.seal, or open another batch");
        }
    }

    @Override
    public BatchStatus seal() {
        try {
            return work.transaction()
                    .join(
                            "the seal of batch " + batch,
                            work.transaction().joins() ? this::sealOnly : this::sealAndFold);
        } catch (HeldJobException e) {
            return work.transaction().join("the seal of batch " + batch, this::sealOnly);
        }
    }

    private BatchStatus sealAndFold() {
        LockedBatch locked = lockedAndSealed();
        List<Long> noted = work.store().notedGroups(batch, GROUPS_AT_ONCE);
        Folded folded = work.reducer().fold(locked, noted);
        work.announce(batch, folded);
        if (noted.size() > GROUPS_AT_ONCE) {
            work.foldAfterCommit(batch);
        }
        return work.status(batch).completed(folded.completed());
    }

    /** Leaves the completion to the follow-up, because a caller's transaction may see groups as they were before it got the lock. */
    private BatchStatus sealOnly() {
        if (!lockedAndSealed().complete()) {
            work.foldAfterCommit(batch);
        }
        return work.status(batch);
    }

    private LockedBatch lockedAndSealed() {
        LockedBatch locked = work.lock(batch);
        if (!locked.sealed()) {
            work.store().seal(batch);
        }
        return locked.withSeal();
    }

    @Override
    public BatchStatus status() {
        return work.transaction().read(() -> work.status(batch));
    }

    @Override
    public String toString() {
        return "Batch " + batch;
    }
}
