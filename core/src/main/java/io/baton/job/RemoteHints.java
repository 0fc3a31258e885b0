package io.baton.job;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Hints of other nodes at what is worth a look, until a follow-up has taken them. On PostgreSQL every role can send them: they prove nothing, their
 * number is bounded, and each look at them has to be permitted. What is too much to remember, a look around finds. Called from any thread; guarded by
 * its monitor.
 *
 * @param <T> by which it is named
 */
public final class RemoteHints<T extends Comparable<T>> {

    /** Names that are remembered. */
    static final int MOST = 1_000;

    private final Set<T> names = new LinkedHashSet<>();
    private boolean tooMany;
    private boolean permitted;
    private @Nullable Runnable wake;

    /** From now on hints are kept for a follow-up, which this wakes. */
    synchronized void follow(Runnable action) {
        wake = action;
    }

    /** No follow-up takes hints here any more. */
    synchronized void leave() {
        forget();
        wake = null;
    }

    /** Another node names this; the next look that is permitted sees it. */
    public synchronized void add(T name) {
        if (wake == null || tooMany) {
            return;
        }
        names.add(name);
        if (names.size() > MOST) {
            names.clear();
            tooMany = true;
        }
    }

    /** Returns whether any hint is left. */
    public synchronized boolean isAnything() {
        return tooMany || !names.isEmpty();
    }

    /** Returns whether any hint is left at which no look is permitted. */
    public synchronized boolean isWaiting() {
        return isAnything() && !permitted;
    }

    /** Permits one look, and wakes the follow-up for it. */
    public void permitLook() {
        Runnable woken;
        synchronized (this) {
            permitted = isAnything();
            woken = permitted ? wake : null;
        }
        if (woken != null) {
            woken.run();
        }
    }

    /** Returns whether a look is permitted. */
    public synchronized boolean isPermitted() {
        return permitted;
    }

    /** Uses the look that is permitted if so much was named that only a look around tells what is real; returns whether it was. */
    public synchronized boolean takeLookAround() {
        boolean taken = permitted && tooMany;
        if (taken) {
            forget();
        }
        return taken;
    }

    /** Uses the look that is permitted for up to so many names, the longest known first; returns none if there is no such look. */
    public synchronized Set<T> take(int most) {
        Set<T> taken = new TreeSet<>();
        if (permitted && !tooMany) {
            permitted = false;
            for (Iterator<T> each = names.iterator(); taken.size() < most && each.hasNext(); each.remove()) {
                taken.add(each.next());
            }
        }
        return taken;
    }

    /** A look around is about to find what is real of it. */
    public synchronized void forget() {
        names.clear();
        tooMany = false;
        permitted = false;
    }
}
