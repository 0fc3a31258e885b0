package io.baton.batch;

import io.baton.BatchState;
import io.baton.batch.BatchStore.Ack;
import io.baton.batch.GroupItems.AckKind;
import io.baton.job.DirtySet;
import io.baton.job.JobReleases;
import io.baton.job.JobReleases.Released;
import io.baton.job.ReadyJobs;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Merges acknowledgements into the bits of the items, and completes batches. The caller has locked the batch in an earlier statement.
 *
 * @param dirty the groups, and the negated ids of batches, that have acknowledgements to be folded
 */
public record BatchReducer(BatchStore store, JobReleases jobs, DirtySet<Long> dirty, Continuation continuation) {

    /** Applies all acknowledgements of these groups of the batch. */
    Folded fold(LockedBatch batch, Collection<Long> groups) {
        return fold(batch, groups, Map.of());
    }

    /** Applies all acknowledgements of these groups, and marks these items as ended. */
    Folded fold(LockedBatch batch, Collection<Long> groups, Map<Long, ? extends Collection<Integer>> ended) {
        List<Ack> acks = store.acks(groups);
        if (acks.isEmpty() && ended.isEmpty()) {
            return follow(batch, true, false, advance(batch, null));
        }
        Map<Long, GroupItems> known = store.items(groups);
        // an item that died and had not ended counts, even if it was revived or cancelled before this fold
        boolean died = acks.stream().filter(ack -> ack.kind() == AckKind.DEAD).anyMatch(ack -> {
            GroupItems group = known.get(ack.group());
            return group != null && !ack.items().stream().allMatch(group::hasEnded);
        });
        acks.forEach(ack -> apply(known, ack.group(), ack.kind(), ack.items()));
        ended.forEach((group, indexes) -> apply(known, group, AckKind.DONE, List.copyOf(indexes)));
        Collection<GroupItems> items = known.values();
        items.forEach(GroupItems::finish);
        store.save(items);
        store.forget(acks);
        if (batch.quiet()) {
            store.active(batch.id());
        } else if (items.stream().anyMatch(group -> group.remaining() == group.dead())
                || acks.stream().anyMatch(ack -> ack.kind() == AckKind.DEAD || ack.kind() == AckKind.REVIVED)) {
            // a concurrent fold of another group, on another server, would not see that this group has ended or died
            store.confirm(batch.id());
        }
        List<Long> over = items.stream()
                .filter(each -> each.remaining() == 0)
                .map(GroupItems::id)
                .toList();
        boolean noted = acks.stream().anyMatch(ack -> ack.group() == -batch.id());
        return follow(
                batch,
                batch.cancelled() || over.size() == items.size(),
                died,
                advance(batch, batch.cancelled() || noted ? null : over));
    }

    private Continuation.Progress advance(LockedBatch batch, @Nullable Collection<Long> ended) {
        return batch.flow() && !batch.complete() && (ended == null || !ended.isEmpty())
                ? continuation.advance(batch, ended)
                : Continuation.Progress.NONE;
    }

    private static void apply(Map<Long, GroupItems> items, long group, AckKind kind, List<Integer> indexes) {
        GroupItems known = items.get(group);
        if (known != null) {
            known.apply(kind, indexes);
        }
    }

    /** Releases the jobs that wait for the batch if their condition holds, and completes the batch if no item is open. */
    private Folded follow(LockedBatch batch, boolean mayBeComplete, boolean died, Continuation.Progress progress) {
        Set<ReadyJobs> ready = new HashSet<>(progress.ready());
        if (progress.held()) {
            noteOnly(batch.id());
        } else if (progress.unfinished()) {
            noteOnce(batch.id());
        }
        boolean complete = mayBeComplete
                && batch.sealed()
                && !batch.complete()
                && !store.waitsForItems(batch.id(), batch.cancelled());
        if (batch.onDead() != null && (died || (!complete && store.anyDead(batch.id())))) {
            ready.addAll(release(batch.onDead()));
            store.onDead(batch.id(), null);
        } else if (batch.onDead() != null && complete) {
            requireFree(jobs.dismiss(List.of(batch.onDead())));
            store.onDead(batch.id(), null);
        }
        if (complete) {
            complete(batch, ready);
        } else if (batch.parent() != null && !batch.complete()) {
            reportStuck(batch, batch.parent());
        }
        return new Folded(complete, ready, progress.held());
    }

    /** Reports to the outer batch, in which a stuck batch is a dead item. The last report is stored, so that deaths and revivals alternate. */
    private void reportStuck(LockedBatch batch, long parent) {
        boolean stuck = !store.anyRunnable(batch.id())
                && store.status(batch.id())
                        .filter(found -> found.state() == BatchState.STUCK)
                        .isPresent();
        if (stuck != batch.stuck()) {
            store.stuck(batch.id(), stuck);
            append(batch, parent, stuck ? AckKind.DEAD : AckKind.REVIVED);
        }
    }

    /** Appends an acknowledgement for the outer batch. Only the fold of the outer batch locks it. */
    private void append(LockedBatch batch, long parent, AckKind kind) {
        store.append(kind, parent, List.of(batch.parentIndex()));
        dirty.markAfterCommit(List.of(parent));
    }

    /** Stores an acknowledgement of the batch, unless it has one, and marks the batch. A crash can lose only the mark. */
    void noteOnce(long batch) {
        noteOnly(batch);
        markBatch(batch);
    }

    /** Marks a batch for a fold after the commit of the current transaction. */
    void markBatch(long batch) {
        dirty.markAfterCommit(List.of(-batch));
    }

    /** Stores the acknowledgement without a mark: the caller of the fold decides when to try again. */
    private void noteOnly(long batch) {
        if (store.acks(List.of(-batch)).isEmpty()) {
            store.note(batch);
        }
    }

    private void complete(LockedBatch batch, Set<ReadyJobs> ready) {
        store.complete(batch.id());
        // a fold of groups has not read the acknowledgements of the batch itself
        store.forget(store.acks(List.of(-batch.id())));
        if (batch.onComplete() != null) {
            ready.addAll(
                    batch.cancelled()
                            ? requireFree(jobs.dismiss(List.of(batch.onComplete())))
                            : release(batch.onComplete()));
        }
        if (batch.parent() != null) {
            append(batch, batch.parent(), batch.cancelled() ? AckKind.CANCELLED : AckKind.DONE);
        }
    }

    /** Releases a waiting job, unless it was cancelled. */
    private Set<ReadyJobs> release(long job) {
        return requireFree(jobs.release(List.of(job)));
    }

    private static Set<ReadyJobs> requireFree(Released released) {
        released.busy().forEach(job -> {
            throw new HeldJobException(job);
        });
        return released.ready();
    }

    /** Advances a flow when groups of its batch have ended. */
    public interface Continuation {

        /**
         * Releases one portion of the jobs that can start, or cancels one portion of a cancelled flow.
         *
         * @param ended the groups that have ended; null to read all steps, instead of the little that these groups require
         */
        Progress advance(LockedBatch flow, @Nullable Collection<Long> ended);

        /** Removes a portion of the results of these groups; returns whether none is left. */
        boolean forgetGroups(Collection<Long> groups);

        /** Removes the order of steps of a flow whose batch is removed. */
        void forget(long batch);

        /** The result of one portion: another must follow it, or it is held since other transactions hold the locks of all remaining rows. */
        record Progress(Set<ReadyJobs> ready, boolean unfinished, boolean held) {

            /** The result of a portion that had nothing to do. */
            public static final Progress NONE = new Progress(Set.of(), false, false);
        }
    }

    /** The result of a fold, which must be repeated if it is held: other transactions hold the locks of all remaining rows. */
    record Folded(boolean completed, Set<ReadyJobs> ready, boolean held) {

        static final Folded NOTHING = new Folded(false, Set.of(), false);
    }

    /** Thrown if another transaction has locked a batch, or the job that waits for it. The fold must be repeated later. */
    static final class HeldJobException extends RuntimeException {

        HeldJobException(long id) {
            super("Another transaction holds " + id);
        }
    }
}
