package io.baton.job;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What jobs share and have touched, until a follow-up has looked at each. Called from any thread; guarded by its monitor.
 *
 * @param <T> by which it is named
 */
public class DirtySet<T extends Comparable<T>> {

    /** Each with whether it was touched here, and not only found by a look. */
    private final Map<T, Boolean> touchedHere = new LinkedHashMap<>();

    private final RemoteHints<T> remoteHints = new RemoteHints<>();
    /** A touch too many does no harm, so that a savepoint costs no copy. */
    private final AfterCommit<Set<T>> afterCommit =
            new AfterCommit<>(LinkedHashSet::new, same -> same, this::touch, true);

    private Runnable wake = () -> {};
    private boolean followed;
    private boolean used;
    private Consumer<Set<T>> others = names -> {};

    /**
     * What was taken to be looked at.
     *
     * @param <T> by which it is named
     * @param names all of them
     * @param here those that were touched by this node, of which others may not have heard
     */
    public record Taken<T>(Set<T> names, Set<T> here) {}

    /** From now on somebody here takes what is touched, and is woken by this. */
    public synchronized void onTouched(Runnable action) {
        wake = action;
        followed = true;
        remoteHints.follow(action);
    }

    /** Nobody takes it here any more. */
    public void leave() {
        Taken<T> left;
        synchronized (this) {
            wake = () -> {};
            followed = false;
            remoteHints.leave();
            left = take(Integer.MAX_VALUE);
        }
        touch(left.here());
    }

    /** Tells other nodes by this. */
    public synchronized void onElsewhere(Consumer<Set<T>> tell) {
        others = tell;
    }

    /** There is something of which this node may come to hear. */
    public synchronized void expect() {
        used = true;
    }

    /** Whether this node has ever had to do with any. */
    public synchronized boolean isUsed() {
        return used;
    }

    /** These were touched, and what touched them is committed. */
    public void touch(Collection<T> names) {
        if (!names.isEmpty() && !add(names, true)) {
            tellOthers(Set.copyOf(names));
        }
    }

    /** Returns the hints of other nodes. */
    public RemoteHints<T> remoteHints() {
        return remoteHints;
    }

    /** A look at the database says that these are worth a look. */
    public void hinted(Collection<T> names) {
        if (!names.isEmpty()) {
            add(names, false);
        }
    }

    /** Returns whether somebody here looks at them. */
    private boolean add(Collection<T> names, boolean here) {
        Runnable woken;
        synchronized (this) {
            used = true;
            if (!followed) {
                return false;
            }
            names.forEach(name -> touchedHere.merge(name, here, Boolean::logicalOr));
            woken = wake;
        }
        woken.run();
        return true;
    }

    /** Tells other nodes of those of these names of which they may not have heard. */
    public void passOn(Taken<T> taken, Set<T> names) {
        Set<T> unheard = new TreeSet<>(names);
        unheard.retainAll(taken.here());
        if (!unheard.isEmpty()) {
            tellOthers(unheard);
        }
    }

    private void tellOthers(Set<T> names) {
        Consumer<Set<T>> tell;
        synchronized (this) {
            tell = others;
        }
        tell.accept(names);
    }

    /** Touches these when the current transaction is over, unless it is rolled back. */
    public void touchAfterCommit(Collection<T> names) {
        if (!names.isEmpty()) {
            afterCommit.add(touched -> touched.addAll(names));
        }
    }

    /** Takes up to so many, the longest touched first. */
    public synchronized Taken<T> take(int most) {
        Set<T> names = new TreeSet<>();
        Set<T> here = new TreeSet<>();
        Iterator<Map.Entry<T, Boolean>> each = touchedHere.entrySet().iterator();
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

    /** Those that were taken could not be looked at, and wait for the next turn. */
    public synchronized void putBack(Taken<T> taken) {
        taken.names().forEach(name -> touchedHere.merge(name, taken.here().contains(name), Boolean::logicalOr));
    }
}
