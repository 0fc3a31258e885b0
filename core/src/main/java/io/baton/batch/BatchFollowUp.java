package io.baton.batch;

import io.baton.batch.BatchReducer.Folded;
import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.job.FollowUp;
import io.baton.job.JobSignal;
import io.baton.job.Postponed;
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
import org.springframework.dao.DataAccessException;

/**
 * Folds what was noted of items, and announces the jobs that became ready. Polls for notes from time to time, since hints of other nodes may not
 * arrive and a crash loses those of this node. Used by one thread at a time.
 */
public final class BatchFollowUp implements FollowUp {

    private static final int GROUPS_AT_ONCE = 100;
    /** Items that end within this time are folded together. */
    private static final Duration BETWEEN_FOLDS = Duration.ofMillis(20);

    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** After so many tries on a locked batch, a fold waits for the lock as those that add to the batch do. */
    private static final int TRIES = 5;

    /** After a wait that failed, no other batch is held up by the next wait for this time. */
    private static final Duration BETWEEN_WAITS = Duration.ofSeconds(10);

    private final BatchRoles store;
    private final BatchReducer fold;
    private final Transactions transactions;
    private final DirtyGroups dirty;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Supplier<Duration> interval;
    private final Postponed<Long> postponed = new Postponed<>();
    /** Batches whose last fold failed; they come last. */
    private final Set<Long> failing = new HashSet<>();
    /** How many times in a row another transaction held the lock of a batch. */
    private final Map<Long, Integer> failedTries = new HashMap<>();

    private long nextFold;
    private long nextPoll;
    private long nextWait;
    private long polled = Long.MIN_VALUE;

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
        this.store = fold.store();
        this.fold = fold;
        this.dirty = fold.dirty();
        this.transactions = transactions;
        this.signal = signal;
        this.ticker = ticker;
        this.interval = interval;
    }

    @Override
    public void begin(Runnable wake) {
        nextPoll = ticker.nanos();
        nextFold = nextPoll;
        nextWait = nextPoll;
        dirty.onMarked(wake);
    }

    @Override
    public void end() {
        dirty.leave();
    }

    /** While the database has no batch, this only queries now and then, and after a hint, whether there is one. */
    @Override
    public Duration follow(Supplier<Set<String>> open) {
        long now = ticker.nanos();
        if (isPollHinted()) {
            nextPoll = now;
        } else if (now - nextPoll >= 0 && !dirty.isUsed()) {
            nextPoll = now + dirty.spared(interval.get()).toNanos();
        }
        Duration rest;
        try {
            if (now - nextPoll >= 0) {
                poll(now);
            }
        } finally {
            // whatever fails to be read, what is marked is known
            rest = foldMarked(now);
        }
        return rest;
    }

    private Duration foldMarked(long now) {
        if (!dirty.isUsed()) {
            return Duration.ofNanos(nextPoll - now);
        }
        return now - nextFold < 0 ? Duration.ofNanos(nextFold - now) : foldDirty(now);
    }

    private Duration foldDirty(long now) {
        boolean hinted = takeHints();
        dirty.hinted(postponed.due(now));
        DirtySet.Taken<Long> taken = dirty.take(GROUPS_AT_ONCE);
        if (hinted && taken.names().isEmpty()) {
            return Duration.ZERO;
        }
        if (taken.names().isEmpty()) {
            return Duration.ofNanos(Math.max(0, Math.min(nextPoll - now, postponed.untilNext(now))));
        }
        nextFold = now + BETWEEN_FOLDS.toNanos();
        try {
            foldAll(taken.names());
        } catch (RuntimeException | Error e) {
            dirty.putBack(taken);
            throw e;
        }
        return Duration.ZERO;
    }

    private boolean isPollHinted() {
        return dirty.isUsed()
                ? dirty.remoteHints().takeFullScan()
                : dirty.remoteHints().isPermitted();
    }

    /** Folds only those hints of other nodes for which there is a note, since the others may be made up. Returns whether there were hints. */
    private boolean takeHints() {
        Set<Long> hints = dirty.remoteHints().take(GROUPS_AT_ONCE);
        if (!hints.isEmpty()) {
            dirty.hinted(transactions.single(() -> store.notes().noted(hints)));
        }
        return !hints.isEmpty();
    }

    /** Reads one portion of notes; the next poll begins where this one ended. */
    private void poll(long now) {
        if (!dirty.isUsed()) {
            // before the query, or a hint that comes meanwhile would be lost
            dirty.remoteHints().forget();
            if (transactions.single(store.openings()::isUsed)) {
                dirty.expect();
            }
        }
        Duration pause = interval.get();
        if (dirty.isUsed()) {
            List<Long> noted = transactions.single(() -> store.notes().noted(polled, GROUPS_AT_ONCE));
            boolean more = noted.size() == GROUPS_AT_ONCE;
            polled = more ? noted.get(GROUPS_AT_ONCE - 1) : Long.MIN_VALUE;
            dirty.hinted(noted);
            pause = more && pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
        }
        nextPoll = now + pause.toNanos();
    }

    private void foldAll(Collection<Long> names) {
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
        postponed.untilUnlocked(Set.copyOf(names), busy, ticker.nanos());
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
        boolean waits = failedTries.getOrDefault(batch, 0) >= TRIES && ticker.nanos() - nextWait >= 0;
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
        if (failedTries.size() > TRIES * GROUPS_AT_ONCE) {
            // other nodes may have folded them
            failedTries.clear();
        }
        if (folded == null) {
            failedTries.merge(batch, 1, Integer::sum);
            nextWait = waits ? ticker.nanos() + BETWEEN_WAITS.toNanos() : nextWait;
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
        List<Long> noted = store.notes().notedGroups(batch.id(), GROUPS_AT_ONCE);
        Folded folded = fold.fold(batch, noted);
        if (noted.size() > GROUPS_AT_ONCE) {
            dirty.markBatchAfterCommit(batch.id());
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
