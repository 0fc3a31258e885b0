package io.baton.batch;

import io.baton.batch.BatchReducer.Folded;
import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.batch.BatchRoles.Ack;
import io.baton.database.Transactions;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Folds what was noted of items, and announces the jobs that became ready. */
public final class BatchFollowUp extends DirtyFollowUp<Long> {

    /** Items that end within this time are folded together. */
    private static final Duration BETWEEN_FOLDS = Duration.ofMillis(20);

    /** After so many tries on a locked batch, a fold waits for the lock as those that add to the batch do. */
    private static final int TRIES = 5;

    /** After a wait that failed, no other batch is held up by the next wait for this time. */
    private static final Duration BETWEEN_WAITS = Duration.ofSeconds(10);

    private final BatchRoles store;
    private final BatchReducer fold;
    private final JobSignal signal;
    /** Batches whose last fold failed; they come last. */
    private final Set<Long> failing = new HashSet<>();
    /** How many times in a row another transaction held the lock of a batch. */
    private final Map<Long, Integer> failedTries = new HashMap<>();

    private long nextWait;

    /**
     * Creates a follow-up.
     *
     * @param signal is notified of jobs that became ready
     * @param interval the time between two polls
     */
    public BatchFollowUp(
            BatchReducer fold,
            Transactions transactions,
            JobSignal signal,
            Ticker ticker,
            Supplier<Duration> interval) {
        super(fold.dirty(), transactions, BETWEEN_FOLDS, ticker::nanos, interval);
        this.store = fold.store();
        this.fold = fold;
        this.signal = signal;
    }

    @Override
    public void begin(Runnable wake) {
        nextWait = now();
        super.begin(wake);
    }

    @Override
    protected boolean isUsed() {
        return store.openings().isUsed();
    }

    /** Returns groups, and batches by their negated ids, that have notes. */
    @Override
    protected List<Long> find(@Nullable Long after) {
        return store.notes().noted(after == null ? Long.MIN_VALUE : after, AT_ONCE);
    }

    /** Returns those for which there is a note, since the others may be made up. */
    @Override
    protected Collection<Long> confirmed(Set<Long> hints) {
        return hints.isEmpty() ? hints : transactions.single(() -> store.notes().noted(hints));
    }

    @Override
    protected Set<Long> process(DirtySet.Taken<Long> taken) {
        Set<Long> names = taken.names();
        List<Long> groups = names.stream().filter(name -> name > 0).toList();
        Map<Long, Long> batchOf = groups.isEmpty()
                ? Map.of()
                : transactions.run(() -> store.groups().batches(groups));
        forget(groups.stream().filter(group -> !batchOf.containsKey(group)).toList());
        Map<Long, Set<Long>> batches = new TreeMap<>();
        names.forEach(name -> batches.computeIfAbsent(
                        name > 0 ? batchOf.getOrDefault(name, 0L) : -name, first -> new TreeSet<>())
                .add(name));
        batches.remove(0L);
        Set<Long> busy = new HashSet<>();
        List<Long> order = new ArrayList<>(batches.keySet());
        order.sort(Comparator.comparing(failing::contains));
        for (long batch : order) {
            Set<Long> its = batches.getOrDefault(batch, Set.of());
            failing.add(batch);
            if (!fold(batch, its)) {
                busy.addAll(its);
            }
            failing.remove(batch);
        }
        return busy;
    }

    /**
     * Removes what is left of groups whose batch was removed. Reads the groups again after the notes: where another server has written both, a
     * transaction that sees a note sees its group. Without a note, both may come at any moment.
     */
    private void forget(List<Long> groups) {
        if (!groups.isEmpty()) {
            transactions.run(() -> {
                List<Ack> acks = store.notes().acks(groups);
                Set<Long> there = store.groups().batches(groups).keySet();
                List<Ack> left = acks.stream()
                        .filter(ack -> !there.contains(ack.group()))
                        .toList();
                left.stream().map(Ack::group).distinct().forEach(fold.continuation()::forgetGroup);
                store.notes().forget(left);
                return groups.size();
            });
        }
    }

    /** Returns false if another transaction has locked all that is left to do. */
    private boolean fold(long batch, Set<Long> names) {
        boolean waits = failedTries.getOrDefault(batch, 0) >= TRIES && now() - nextWait >= 0;
        Folded folded;
        try {
            folded = transactions.run(
                    () -> (waits ? lockWithTimeout(batch) : store.locks().lockFree(batch))
                            .map(locked -> fold(locked, names, waits || names.contains(-batch)))
                            .or(() -> isGone(batch))
                            .orElse(null));
        } catch (HeldJobException e) {
            folded = null;
        }
        if (failedTries.size() > TRIES * AT_ONCE) {
            // other nodes may have folded them
            failedTries.clear();
        }
        if (folded == null) {
            failedTries.merge(batch, 1, Integer::sum);
            nextWait = waits ? now() + BETWEEN_WAITS.toNanos() : nextWait;
            return false;
        }
        if (waits && !folded.completed()) {
            // more may be added
            failedTries.put(batch, TRIES - 1);
        } else {
            failedTries.remove(batch);
        }
        folded.ready().forEach(ready -> signal.jobsAvailable(ReadyJobs.outOfTurn(ready.queue())));
        return !folded.held();
    }

    /** Drops the cause, for which the transaction would be retried. */
    private Optional<LockedBatch> lockWithTimeout(long batch) {
        try {
            return store.locks().lockWithTimeout(batch);
        } catch (DataAccessException e) {
            throw new HeldJobException(batch);
        }
    }

    /** Folds one portion of the notes of the batch; the next one is left to another transaction. */
    private Folded fold(LockedBatch batch, Set<Long> names, boolean all) {
        if (!all) {
            return fold.fold(batch, names);
        }
        List<Long> noted = store.notes().notedGroups(batch.id(), AT_ONCE);
        Folded folded = fold.fold(batch, noted);
        if (noted.size() > AT_ONCE) {
            fold.markBatch(batch.id());
        }
        return folded;
    }

    private Optional<Folded> isGone(long batch) {
        if (store.locks().read(batch).isPresent()) {
            return Optional.empty();
        }
        List<Ack> acks = store.notes().acks(List.of(-batch));
        if (!acks.isEmpty() && store.locks().read(batch).isPresent()) {
            return Optional.empty();
        }
        store.notes().forget(acks);
        return Optional.of(Folded.NOTHING);
    }
}
