package io.baton.job;

import io.baton.database.Transactions;
import java.time.Duration;
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
 * Processes the names that were marked on this node, that other nodes hint at, and that a poll finds from time to time: hints may not arrive, and a
 * crash loses the marks of this node. A capability says how a poll finds names, and what is done with them. Used by one thread at a time.
 *
 * @param <T> the type of names
 */
public abstract class DirtyFollowUp<T extends Comparable<T>> implements FollowUp {

    /** The most names of a poll, and of a turn. */
    protected static final int AT_ONCE = 100;

    /** The longest time between two portions. */
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
    /** Whether portions are read one after the other, up to the last name. */
    private boolean scanning;

    /**
     * Creates a follow-up.
     *
     * @param pause the time between two turns, so that what changes meanwhile is processed together
     * @param interval the time between two polls
     */
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

    /** Returns whether the database has any such state. Runs in a transaction, as one statement. */
    protected boolean isUsed() {
        return !find(null).isEmpty();
    }

    /**
     * Returns up to {@link #AT_ONCE} names after this one, or the first, that are to be processed, ascending. Runs in a transaction, as one
     * statement.
     */
    protected abstract List<T> find(@Nullable T after);

    /** Processes names; returns those of them whose rows other transactions have locked. */
    protected abstract Set<T> process(DirtySet.Taken<T> taken);

    /** Returns those hints of other nodes that are to be processed. */
    protected Collection<T> confirmed(Set<T> hints) {
        return hints;
    }

    /** Reads, before a turn, which queues are open. */
    protected void read(Supplier<Set<String>> open, long now) {}

    /** Returns how long until something is due. */
    protected long untilNext(long now) {
        return scanning && dirty.isEmpty() ? 0 : Math.min(nextPoll - now, postponed.untilNext(now));
    }

    protected final long now() {
        return nanoTime.getAsLong();
    }

    /** Has this turn poll; from the first name up to the last one if what is found by then may be marked nowhere. */
    protected final void pollNow(long now, boolean anew) {
        nextPoll = now;
        if (anew) {
            polled = null;
            scanning = true;
        }
    }

    @Override
    public void begin(Runnable wake) {
        nextPoll = now();
        nextTurn = nextPoll;
        dirty.onMarked(wake);
    }

    @Override
    public final void end() {
        dirty.leave();
    }

    /** While the database has no such state, this only queries now and then, and after a hint, whether there is any. */
    @Override
    public final Duration follow(Supplier<Set<String>> open) {
        long now = now();
        if (!dirty.isUsed() && !finds(now)) {
            return Duration.ofNanos(nextPoll - now);
        }
        read(open, now);
        if (dirty.remoteHints().takeFullScan()) {
            nextPoll = now;
        }
        boolean processed;
        try {
            poll(now);
        } finally {
            // whatever fails to be read, what is marked is known
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
            // before the query, or a hint that comes meanwhile would be lost
            dirty.remoteHints().forget();
            if (transactions.single(this::isUsed)) {
                dirty.expect();
            } else {
                nextPoll = now + interval.get().toNanos();
            }
        }
        return dirty.isUsed();
    }

    /** Reads one portion, however much is marked: no hint comes for what was lost. The next poll begins where this one ended. */
    protected void poll(long now) {
        if (now - nextPoll >= 0 || (scanning && dirty.isEmpty())) {
            List<T> found = transactions.single(() -> find(polled));
            boolean more = found.size() == AT_ONCE;
            polled = more ? found.get(AT_ONCE - 1) : null;
            scanning &= more;
            Duration next = interval.get();
            nextPoll = now() + (more && next.compareTo(LONGEST) > 0 ? LONGEST : next).toNanos();
            dirty.hinted(found);
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

    /**
     * When to process shared state again: when it will have changed, or when its rows may be unlocked. Used by one thread at a time.
     *
     * @param <T> the type of names
     */
    public static final class Postponed<T extends Comparable<T>> {

        private static final Duration SHORTEST = Duration.ofMillis(20);
        private static final Duration LONGEST = Duration.ofSeconds(1);

        private final Map<T, Long> times = new HashMap<>();
        private final Map<T, Duration> pauses = new HashMap<>();

        /** Postpones a name by this time from now on. Replaces an earlier time. */
        public void add(T name, Duration after, long now) {
            times.put(name, now + after.toNanos());
        }

        /**
         * Postpones names whose rows are locked, each for longer than before: most locks are short, and some last for hours.
         *
         * @param tried the names that were processed
         * @param held those of them whose rows are locked
         */
        public void untilUnlocked(Set<T> tried, Set<T> held, long now) {
            pauses.keySet().removeIf(name -> tried.contains(name) && !held.contains(name));
            held.forEach(name -> add(name, pauses.merge(name, SHORTEST, (known, first) -> doubled(known)), now));
        }

        private static Duration doubled(Duration pause) {
            Duration twice = pause.multipliedBy(2);
            return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
        }

        /** Removes and returns the names whose time has come. */
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
