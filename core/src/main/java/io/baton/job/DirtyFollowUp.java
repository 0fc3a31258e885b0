package io.baton.job;

import static java.util.Collections.min;

import io.baton.database.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Processes names that this node marked, that other nodes hint at, or that a regular poll finds: a hint may not arrive, and a crash loses the marks
 * of this node. A subclass says how a poll finds names, and how names are processed. Only one thread at a time may use an object of this class.
 */
public abstract class DirtyFollowUp<T extends Comparable<T>> implements FollowUp {

    /** The maximum number of names in a poll and in a turn. */
    protected static final int AT_ONCE = 100;

    /** The longest time between two portions of a poll. */
    protected static final Duration LONGEST = Duration.ofSeconds(1);

    protected final DirtySet<T> dirty;
    protected final Transactions transactions;
    protected final Postponed<T> postponed = new Postponed<>();
    private final Duration pause;
    private final LongSupplier nanoTime;
    private final Supplier<Duration> interval;
    private long nextTurn;
    private long nextPoll;
    private @Nullable T polled;
    /** Whether polls follow each other without a pause, up to the last name. */
    private boolean scanning;

    /** Creates a follow-up, which pauses between two turns, so that further changes collect, and polls at this interval. */
    protected DirtyFollowUp(
            DirtySet<T> dirty,
            Transactions transactions,
            Duration pause,
            LongSupplier nanoTime,
            Supplier<Duration> interval) {
        this.dirty = dirty;
        this.transactions = transactions;
        this.pause = pause;
        this.nanoTime = nanoTime;
        this.interval = interval;
    }

    /** Returns whether the database has any state that this follow-up processes, by one statement: override it where {@link #find} has several. */
    protected boolean isUsed() {
        return !find(null).isEmpty();
    }

    /**
     * Returns names to process, ascending, that follow the given one; from the first name on if it is null. Fewer than {@link #AT_ONCE} are the last.
     * Runs in a transaction.
     */
    protected abstract List<T> find(@Nullable T after);

    /** Returns which of the names that a poll found need work, and others that do. Runs in the same transaction. */
    protected Collection<T> open(List<T> found) {
        return found;
    }

    /** Processes names; returns the names whose rows other transactions have locked. */
    protected abstract Set<T> process(DirtySet.Taken<T> taken);

    /** Returns the names among the hints of other nodes that are to be processed. */
    protected Collection<T> confirmed(Set<String> hints) {
        return Set.of();
    }

    /** Reads the open queues before a turn. */
    protected void read(Supplier<Set<String>> open, long now) {}

    /** Returns the nanoseconds until the next name or poll is due. */
    protected long untilNext(long now) {
        return scanning && dirty.isEmpty() ? 0 : Math.min(nextPoll - now, postponed.untilNext(now));
    }

    protected final long now() {
        return nanoTime.getAsLong();
    }

    /** Makes this turn poll. If {@code anew}, polls begin at the first name and go on to the last one, since a change may have left no mark. */
    protected final void pollNow(long now, boolean anew) {
        nextPoll = now;
        if (anew) {
            polled = null;
            scanning = true;
        }
    }

    /** Polls all names: those of changes while no node followed have no mark. */
    @Override
    public void begin(Runnable wake) {
        nextTurn = now();
        pollNow(nextTurn, true);
        dirty.onMarked(wake);
    }

    @Override
    public final void end() {
        dirty.leave();
    }

    /** Only polls at intervals, and after a hint, while the database has no state of this kind. */
    @Override
    public final Duration follow(Supplier<Set<String>> open) {
        long now = now();
        if (!dirty.isUsed() && !finds(now)) {
            return Duration.ofNanos(nextPoll - now);
        }
        read(open, now);
        if (dirty.remoteHints().takeFullScan()) {
            pollNow(now, true);
        }
        boolean processed;
        try {
            poll(now);
        } finally {
            // marked names are known even if the poll fails
            processed = now - nextTurn >= 0 && processMarked(now);
        }
        long rest = now - nextTurn < 0 ? nextTurn - now : untilNext(now);
        return processed ? Duration.ZERO : Duration.ofNanos(Math.max(0, rest));
    }

    private boolean finds(long now) {
        if (dirty.remoteHints().isPermitted()) {
            nextPoll = now;
        } else if (now - nextPoll >= 0) {
            nextPoll = now + dirty.spared(interval.get()).toNanos();
        }
        if (now - nextPoll >= 0) {
            // forget before the query: a hint that arrives during the query must not be lost
            dirty.remoteHints().forget();
            if (transactions.single(this::isUsed)) {
                dirty.expect();
            } else {
                nextPoll = now + interval.get().toNanos();
            }
        }
        return dirty.isUsed();
    }

    /** Reads one portion even if names are marked, since no hint comes for lost marks. The next poll begins where this one ended. */
    protected void poll(long now) {
        if (now - nextPoll >= 0 || (scanning && dirty.isEmpty())) {
            List<T> found = new ArrayList<>();
            Collection<T> open = transactions.run(() -> {
                found.addAll(find(polled));
                return open(found);
            });
            boolean more = found.size() >= AT_ONCE;
            polled = more ? found.get(found.size() - 1) : null;
            scanning &= more;
            Duration next = interval.get();
            nextPoll = now() + (more && next.compareTo(LONGEST) > 0 ? LONGEST : next).toNanos();
            dirty.hinted(open);
        }
    }

    private boolean processMarked(long now) {
        dirty.hinted(confirmed(dirty.remoteHints().take(AT_ONCE)));
        dirty.hinted(postponed.due(now));
        DirtySet.Taken<T> taken = dirty.take(AT_ONCE);
        if (taken.names().isEmpty()) {
            return false;
        }
        nextTurn = now + pause.toNanos();
        try {
            postponed.untilUnlocked(taken.names(), process(taken), now());
        } catch (RuntimeException | Error e) {
            dirty.putBack(taken);
            throw e;
        }
        return true;
    }

    /** Remembers when to process names again: when their state will have changed, or their rows may be unlocked. Used by one thread at a time. */
    public static final class Postponed<T extends Comparable<T>> {

        private static final Duration SHORTEST = Duration.ofMillis(20);
        private static final Duration LONGEST = Duration.ofSeconds(1);

        private final Map<T, Long> times = new HashMap<>();
        private final Map<T, Duration> pauses = new HashMap<>();

        /** Postpones a name by this time from now on. A second call replaces the first. */
        public void add(T name, Duration after, long now) {
            times.put(name, now + after.toNanos());
        }

        /** Postpones names whose rows are locked, each time for longer: most locks are short, and some last for hours. */
        public void untilUnlocked(Set<T> tried, Set<T> held, long now) {
            pauses.keySet().removeIf(name -> tried.contains(name) && !held.contains(name));
            held.forEach(name -> add(
                    name,
                    pauses.merge(name, SHORTEST, (last, first) -> min(List.of(last.multipliedBy(2), LONGEST))),
                    now));
        }

        /** Removes and returns the names that are due. */
        public Set<T> due(long now) {
            Set<T> due = new TreeSet<>();
            times.entrySet().removeIf(each -> each.getValue() - now <= 0 && due.add(each.getKey()));
            return due;
        }

        /** Returns the nanoseconds until the next time; {@link Long#MAX_VALUE} if there is none. */
        public long untilNext(long now) {
            return times.values().stream().mapToLong(time -> time - now).min().orElse(Long.MAX_VALUE);
        }
    }
}
