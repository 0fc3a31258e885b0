package io.baton.job;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Keeps the names of changed shared state until a follow-up has processed each. Any thread may call it; its monitor guards it. */
public class DirtySet<T extends Comparable<T>> {

    /** Maps each name to whether this node changed it; otherwise a read of the database found it. */
    private final Map<T, Boolean> changedHere = new LinkedHashMap<>();

    private final RemoteHints remoteHints = new RemoteHints();

    @SuppressWarnings("this-escape") // it is called after a commit only
    private final AfterCommit<Set<T>> afterCommit = new AfterCommit<>(LinkedHashSet::new, this::mark, true);

    private Runnable wake = () -> {};
    private boolean followed;
    private boolean used;
    private volatile Consumer<Set<T>> publisher = names -> {};
    private volatile UnaryOperator<Duration> spared = interval -> Duration.ZERO;

    /** Names to process, and those among them that this node changed, which other nodes may not know. */
    public record Taken<T>(Set<T> names, Set<T> here) {}

    /** Sets the action that wakes the follow-up after later changes. */
    public synchronized void onMarked(Runnable action) {
        wake = action;
        followed = true;
        remoteHints.follow(action);
    }

    /** Ends the follow-up on this node; publishes the remaining names of this node's changes to other nodes. */
    public void leave() {
        Taken<T> left;
        synchronized (this) {
            wake = () -> {};
            followed = false;
            remoteHints.leave();
            left = take(Integer.MAX_VALUE);
        }
        mark(left.here());
    }

    /** Sets the action that publishes names to other nodes. */
    public void onOtherNodes(Consumer<Set<T>> action) {
        publisher = action;
    }

    /** Records that this node uses shared state of this kind. */
    public synchronized void expect() {
        used = true;
    }

    /** Returns whether this node uses shared state of this kind. */
    public synchronized boolean isUsed() {
        return used;
    }

    /** Sets the function that returns how long a poll can wait, given the interval between two polls. */
    public void sparedBy(UnaryOperator<Duration> action) {
        spared = action;
    }

    /** Returns how long a poll can wait that is due once an interval; zero if it is due now. */
    public Duration spared(Duration interval) {
        return spared.apply(interval);
    }

    /** Adds names that committed transactions have changed. */
    public void mark(Collection<T> names) {
        if (!names.isEmpty() && !add(names, true)) {
            publisher.accept(Set.copyOf(names));
        }
    }

    public RemoteHints remoteHints() {
        return remoteHints;
    }

    /** Adds names that a read of the database found. */
    public void hinted(Collection<T> names) {
        if (!names.isEmpty()) {
            add(names, false);
        }
    }

    /** Returns whether a follow-up on this node processes the names. */
    private boolean add(Collection<T> names, boolean here) {
        Runnable woken;
        synchronized (this) {
            used = true;
            if (!followed) {
                return false;
            }
            names.forEach(name -> changedHere.merge(name, here, Boolean::logicalOr));
            woken = wake;
        }
        woken.run();
        return true;
    }

    /** Publishes to other nodes the given names that this node changed, since other nodes may not know them. */
    public void forward(Taken<T> taken, Set<T> names) {
        Set<T> unpublished = new TreeSet<>(names);
        unpublished.retainAll(taken.here());
        if (!unpublished.isEmpty()) {
            publisher.accept(unpublished);
        }
    }

    /** Adds names after the current transaction, unless it is rolled back. */
    public void markAfterCommit(Collection<T> names) {
        if (!names.isEmpty()) {
            afterCommit.add(changed -> changed.addAll(names));
        }
    }

    public synchronized boolean isEmpty() {
        return changedHere.isEmpty();
    }

    /** Removes and returns up to {@code most} names, the oldest first. */
    public synchronized Taken<T> take(int most) {
        Set<T> names = new TreeSet<>();
        Set<T> here = new TreeSet<>();
        Iterator<Map.Entry<T, Boolean>> each = changedHere.entrySet().iterator();
        while (names.size() < most && each.hasNext()) {
            Map.Entry<T, Boolean> next = each.next();
            names.add(next.getKey());
            if (next.getValue()) {
                here.add(next.getKey());
            }
            each.remove();
        }
        return new Taken<>(names, here);
    }

    /** Adds names again that the follow-up could not process. */
    public synchronized void putBack(Taken<T> taken) {
        taken.names().forEach(name -> changedHere.merge(name, taken.here().contains(name), Boolean::logicalOr));
    }
}
