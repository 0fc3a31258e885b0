package io.baton.batch;

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
 * Folds what became of items, and wakes whoever runs the jobs that waited for it. Now and then it looks by itself for what was noted: where touches of
 * other nodes do not arrive, and for those that a crash lost. Used by one thread at a time.
 */
public final class BatchFollowUp implements FollowUp {

    private static final int GROUPS_AT_ONCE = 100;
    /** Much that ends within this time is folded at once. */
    private static final Duration BETWEEN_FOLDS = Duration.ofMillis(20);

    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** Whoever always finds the batch locked waits in line for it like those that add to it. */
    private static final int TRIES = 5;

    /** After a wait in vain, that of others is not held up by another one. */
    private static final Duration BETWEEN_WAITS = Duration.ofSeconds(10);

    private final BatchRoles store;
    private final BatchReducer fold;
    private final Transactions transactions;
    private final TouchedGroups touched;
    private final JobSignal signal;
    private final Ticker ticker;
    private final Supplier<Duration> look;
    private final Postponed<Long> postponed = new Postponed<>();
    /** Batches whose last fold failed, which come after all others. */
    private final Set<Long> failing = new HashSet<>();
    /** How often in a row another transaction held a batch. */
    private final Map<Long, Integer> vain = new HashMap<>();

    private long nextFold;
    private long nextLook;
    private long nextWait;
    private long looked = Long.MIN_VALUE;

    /**
     * Creates a follow-up.
     *
     * @param signal is told of jobs that were made ready
     * @param look how long to go without a look
     */
    public BatchFollowUp(
            BatchReducer fold, Transactions transactions, JobSignal signal, Ticker ticker, Supplier<Duration> look) {
        this.store = fold.store();
        this.fold = fold;
        this.touched = fold.touched();
        this.transactions = transactions;
        this.signal = signal;
        this.ticker = ticker;
        this.look = look;
    }

    @Override
    public void begin(Runnable wake) {
        nextLook = ticker.nanos();
        nextFold = nextLook;
        nextWait = nextLook;
        touched.onTouched(wake);
    }

    @Override
    public void end() {
        touched.leave();
    }

    /** Where nobody has a batch, one question is asked now and then, and when others say so: whether there is one by now. */
    @Override
    public Duration follow(Supplier<Set<String>> open) {
        long now = ticker.nanos();
        if (isLookWorthIt()) {
            nextLook = now;
        }
        if (now - nextLook >= 0) {
            lookAround(now);
        }
        if (!touched.isUsed()) {
            return Duration.ofNanos(nextLook - now);
        }
        return now - nextFold < 0 ? Duration.ofNanos(nextFold - now) : foldTouched(now);
    }

    private Duration foldTouched(long now) {
        boolean hinted = takeHints();
        touched.hinted(postponed.due(now));
        DirtySet.Taken<Long> taken = touched.take(GROUPS_AT_ONCE);
        if (hinted && taken.names().isEmpty()) {
            return Duration.ZERO;
        }
        if (taken.names().isEmpty()) {
            return Duration.ofNanos(Math.max(0, Math.min(nextLook - now, postponed.untilNext(now))));
        }
        nextFold = now + BETWEEN_FOLDS.toNanos();
        try {
            foldAll(taken.names());
        } catch (RuntimeException | Error e) {
            touched.putBack(taken);
            throw e;
        }
        return Duration.ZERO;
    }

    private boolean isLookWorthIt() {
        return touched.isUsed()
                ? touched.remoteHints().takeLookAround()
                : touched.remoteHints().isPermitted();
    }

    /** Of what others name, what was noted is worth a fold: the rest may be made up. Returns whether they named anything. */
    private boolean takeHints() {
        Set<Long> hints = touched.remoteHints().take(GROUPS_AT_ONCE);
        if (!hints.isEmpty()) {
            touched.hinted(transactions.single(() -> store.notes().noted(hints)));
        }
        return !hints.isEmpty();
    }

    /** One portion of what was noted; the next look begins where this one ended. */
    private void lookAround(long now) {
        if (!touched.isUsed()) {
            // before the question, or a hint that comes meanwhile would be lost
            touched.remoteHints().forget();
            if (transactions.single(store.openings()::isUsed)) {
                touched.expect();
            }
        }
        Duration pause = look.get();
        if (touched.isUsed()) {
            List<Long> noted = transactions.single(() -> store.notes().noted(looked, GROUPS_AT_ONCE));
            boolean more = noted.size() == GROUPS_AT_ONCE;
            looked = more ? noted.get(GROUPS_AT_ONCE - 1) : Long.MIN_VALUE;
            touched.hinted(noted);
            pause = more && pause.compareTo(LONGEST) > 0 ? LONGEST : pause;
        }
        nextLook = now + pause.toNanos();
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
        postponed.untilLetGo(Set.copyOf(names), busy, ticker.nanos());
    }

    /** Their batch was removed. */
    private void forget(List<Long> groups) {
        if (!groups.isEmpty()) {
            transactions.run(() -> {
                groups.forEach(fold.continuation()::forgetGroup);
                store.notes().forget(store.notes().acks(groups));
                return groups.size();
            });
        }
    }

    /** Returns whether there is nothing left to do of which another transaction holds all. */
    private boolean fold(long batch, Set<Long> names) {
        boolean waits = vain.getOrDefault(batch, 0) >= TRIES && ticker.nanos() - nextWait >= 0;
        Folded folded;
        try {
            folded = transactions.run(
                    () -> (waits ? lockSoon(batch) : store.locks().lockFree(batch))
                            .map(locked -> fold(locked, names, waits || names.contains(-batch)))
                            .or(() -> isGone(batch))
                            .orElse(null));
        } catch (HeldJobException e) {
            folded = null;
        }
        if (folded == null) {
            vain.merge(batch, 1, Integer::sum);
            nextWait = waits ? ticker.nanos() + BETWEEN_WAITS.toNanos() : nextWait;
            return false;
        }
        if (waits && !folded.completed()) {
            // whoever adds goes on doing so
            vain.put(batch, TRIES - 1);
        } else {
            vain.remove(batch);
        }
        folded.ready().forEach(ready -> signal.jobsAvailable(ReadyJobs.outOfTurn(ready.queue())));
        return !folded.held();
    }

    /** Without its cause, for which the wait would be repeated. */
    private Optional<LockedBatch> lockSoon(long batch) {
        try {
            return store.locks().lockSoon(batch);
        } catch (DataAccessException e) {
            throw new HeldJobException(batch);
        }
    }

    /** Of all that was noted of the batch one portion, and the next one in another transaction. */
    private Folded fold(LockedBatch batch, Set<Long> names, boolean all) {
        if (!all) {
            return fold.fold(batch, names);
        }
        List<Long> noted = store.notes().notedGroups(batch.id(), GROUPS_AT_ONCE);
        Folded folded = fold.fold(batch, noted);
        if (noted.size() > GROUPS_AT_ONCE) {
            touched.touchBatchAfterCommit(batch.id());
        }
        return folded;
    }

    private Optional<Folded> isGone(long batch) {
        if (store.locks().look(batch).isPresent()) {
            return Optional.empty();
        }
        store.notes().forget(store.notes().acks(List.of(-batch)));
        return Optional.of(Folded.NOTHING);
    }
}
