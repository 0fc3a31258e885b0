package io.baton.permit;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The limits that may have room or waiters that they had not before, until an admission has looked at each. Called from any thread; guarded by
 * its monitor.
 */
public final class TouchedLimits {

    /** Each with whether it was touched here, and not only heard of. */
    private final Map<String, Boolean> touchedHere = new LinkedHashMap<>();

    private Runnable wake = () -> {};
    private boolean followed;
    private boolean used;
    private Consumer<Set<String>> others = names -> {};

    /**
     * Limits that were taken to be looked at.
     *
     * @param names all of them
     * @param here those that were touched by this node, of which others may not have heard
     */
    public record Taken(Set<String> names, Set<String> here) {}

    /** From now on somebody here takes what is touched, and is woken by this. */
    public synchronized void onTouched(Runnable action) {
        wake = action;
        followed = true;
    }

    /** Nobody takes it here any more. */
    public void leave() {
        Taken left;
        synchronized (this) {
            wake = () -> {};
            followed = false;
            left = take(Integer.MAX_VALUE);
        }
        touch(left.here());
    }

    /** Tells other nodes by this. */
    public synchronized void onElsewhere(Consumer<Set<String>> tell) {
        others = tell;
    }

    /** There are limits of which this node may come to hear. */
    synchronized void expect() {
        used = true;
    }

    /** Whether this node has ever had to do with a limit. */
    public synchronized boolean isUsed() {
        return used;
    }

    /** These limits were touched, and what touched them is committed. */
    public void touch(Collection<String> names) {
        if (!names.isEmpty() && !add(names, true)) {
            tellOthers(Set.copyOf(names));
        }
    }

    /** Another node, or a look at the database, says that these limits are worth a look. */
    public void hinted(Collection<String> names) {
        if (!names.isEmpty()) {
            add(names, false);
        }
    }

    /** Returns whether somebody here looks at them. */
    private boolean add(Collection<String> names, boolean here) {
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

    /** Tells other nodes of those of these limits of which they may not have heard. */
    void passOn(Taken taken, Set<String> names) {
        Set<String> unheard = new TreeSet<>(names);
        unheard.retainAll(taken.here());
        if (!unheard.isEmpty()) {
            tellOthers(unheard);
        }
    }

    private void tellOthers(Set<String> names) {
        Consumer<Set<String>> tell;
        synchronized (this) {
            tell = others;
        }
        tell.accept(names);
    }

    /** The transaction under way touches these limits; unless it is rolled back, they are touched when it is over. */
    public void touchAfterCommit(Collection<String> names) {
        if (names.isEmpty()) {
            return;
        }
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().names.addAll(names);
        } else {
            touch(names);
        }
    }

    private Pending pending() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof Pending known && known.owner() == this) {
                return known;
            }
        }
        Pending fresh = new Pending();
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh;
    }

    /** Takes up to so many, the longest touched first. */
    public synchronized Taken take(int most) {
        Set<String> names = new TreeSet<>();
        Set<String> here = new TreeSet<>();
        Iterator<Map.Entry<String, Boolean>> each = touchedHere.entrySet().iterator();
        while (names.size() < most && each.hasNext()) {
            Map.Entry<String, Boolean> next = each.next();
            names.add(next.getKey());
            if (next.getValue()) {
                here.add(next.getKey());
            }
            each.remove();
        }
        return new Taken(names, here);
    }

    /** Those that were taken could not be looked at, and wait for the next turn. */
    synchronized void putBack(Taken taken) {
        taken.names().forEach(name -> touchedHere.merge(name, taken.here().contains(name), Boolean::logicalOr));
    }

    /** A touch too many does no harm, so one is made of a commit whose outcome is unknown. */
    private final class Pending implements TransactionSynchronization, Ordered {

        private final Set<String> names = new LinkedHashSet<>();

        private TouchedLimits owner() {
            return TouchedLimits.this;
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCompletion(int status) {
            if (status != STATUS_ROLLED_BACK) {
                touch(names);
            }
        }
    }
}
