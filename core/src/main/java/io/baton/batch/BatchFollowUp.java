package io.baton.batch;

import io.baton.batch.BatchReducer.Folded;
import io.baton.batch.BatchReducer.HeldJobException;
import io.baton.batch.BatchStore.Ack;
import io.baton.database.Transactions;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.JobSignal;
import io.baton.job.Memberships.Membership;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Folds acknowledgements, and announces the jobs that became ready. */
public final class BatchFollowUp extends DirtyFollowUp<Long> {

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    /** Items that end within this time are folded together. */
    private static final Duration BETWEEN_FOLDS = Duration.ofMillis(20);

    /** After this many tries on a locked batch, a fold waits for the lock, as transactions that add to the batch do. */
    private static final int TRIES = 5;

    /** After a wait that failed, this time passes before the next one, so that waits do not delay other batches. */
    private static final Duration BETWEEN_WAITS = Duration.ofSeconds(10);

    private final BatchStore store;
    private final BatchReducer fold;
    private final JobSignal signal;
    /** The batches whose last fold failed. They are folded after all others. */
    private final Set<Long> failing = new HashSet<>();
    /** Counts, for each batch, how many times in a row another transaction held its lock. */
    private final Map<Long, Integer> failedTries = new HashMap<>();

    private long nextWait;

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
        return store.isUsed();
    }

    /** Returns the groups that have acknowledgements, and the negated ids of batches that have some. */
    @Override
    protected List<Long> find(@Nullable Long after) {
        return store.noted(after == null ? Long.MIN_VALUE : after, AT_ONCE);
    }

    /** Returns the hinted names that have acknowledgements. Other hints are ignored, because any session can send a hint. */
    @Override
    protected Collection<Long> confirmed(Set<String> hints) {
        Set<Long> names = hints.stream()
                .filter(NUMBER.asMatchPredicate())
                .map(Long::valueOf)
                .collect(Collectors.toSet());
        return names.isEmpty() ? names : transactions.single(() -> store.noted(names));
    }

    @Override
    protected Set<Long> process(DirtySet.Taken<Long> taken) {
        Set<Long> names = taken.names();
        List<Long> groups = names.stream().filter(name -> name > 0).toList();
        Map<Long, Membership> known = groups.isEmpty() ? Map.of() : transactions.run(() -> store.memberships(groups));
        forget(groups.stream().filter(group -> !known.containsKey(group)).toList());
        Map<Long, Set<Long>> batches = new TreeMap<>();
        names.forEach(name -> {
            Membership group = known.get(name);
            long batch = name < 0 ? -name : group == null ? 0 : group.batch();
            batches.computeIfAbsent(batch, first -> new TreeSet<>()).add(name);
        });
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
     * Removes acknowledgements and results of groups whose batch was removed. Reads the groups after the acknowledgements: a transaction that sees an
     * acknowledgement of another server sees its group as well. A group that has no acknowledgement yet may still appear.
     */
    private void forget(List<Long> groups) {
        if (!groups.isEmpty()) {
            transactions.run(() -> {
                List<Ack> acks = store.acks(groups);
                Set<Long> there = store.memberships(groups).keySet();
                List<Ack> left = acks.stream()
                        .filter(ack -> !there.contains(ack.group()))
                        .toList();
                Set<Long> gone = left.stream().map(Ack::group).collect(Collectors.toSet());
                if (!gone.isEmpty() && fold.continuation().forgetGroups(gone)) {
                    store.forget(left);
                }
                return groups.size();
            });
        }
    }

    /** Returns false if other transactions hold the locks of all remaining rows, so that the fold must be repeated. */
    private boolean fold(long batch, Set<Long> names) {
        boolean waits = failedTries.getOrDefault(batch, 0) >= TRIES && now() - nextWait >= 0;
        Folded folded;
        try {
            folded = transactions.run(() -> (waits ? lockWithTimeout(batch) : store.lockFree(batch))
                    .map(locked -> fold(locked, names, waits || names.contains(-batch)))
                    .or(() -> isGone(batch))
                    .orElse(null));
        } catch (HeldJobException e) {
            folded = null;
        }
        if (failedTries.size() > TRIES * AT_ONCE) {
            // the map would grow for ever by batches that other nodes have folded
            failedTries.clear();
        }
        if (folded == null) {
            failedTries.merge(batch, 1, Integer::sum);
            nextWait = waits ? now() + BETWEEN_WAITS.toNanos() : nextWait;
            return false;
        }
        if (waits && !folded.completed()) {
            // other transactions may go on adding to the batch: its next fold that fails leads to a wait again
            failedTries.put(batch, TRIES - 1);
        } else {
            failedTries.remove(batch);
        }
        folded.ready().forEach(ready -> signal.jobsAvailable(ready.anywhere()));
        return !folded.held();
    }

    /** Throws without the cause, because the transaction would be retried for it. */
    private Optional<LockedBatch> lockWithTimeout(long batch) {
        try {
            return store.lockWithTimeout(batch);
        } catch (DataAccessException e) {
            throw new HeldJobException(batch);
        }
    }

    /** Folds one portion of the batch's acknowledgements. Another transaction folds the next portion. */
    private Folded fold(LockedBatch batch, Set<Long> names, boolean all) {
        if (!all) {
            return fold.fold(batch, names);
        }
        List<Long> noted = store.notedGroups(batch.id(), AT_ONCE);
        Folded folded = fold.fold(batch, noted);
        if (noted.size() > AT_ONCE) {
            fold.markBatch(batch.id());
        }
        return folded;
    }

    private Optional<Folded> isGone(long batch) {
        if (store.read(batch).isPresent()) {
            return Optional.empty();
        }
        List<Ack> acks = store.acks(List.of(-batch));
        if (!acks.isEmpty() && store.read(batch).isPresent()) {
            return Optional.empty();
        }
        store.forget(acks);
        return Optional.of(Folded.NOTHING);
    }
}
