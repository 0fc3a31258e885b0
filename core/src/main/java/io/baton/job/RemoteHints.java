package io.baton.job;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps hints from other nodes until a follow-up has processed them. On PostgreSQL every role can send hints, so they prove nothing: their number is
 * bounded, and each read of them must be permitted. If there are too many, a full scan replaces them. Any thread may call it; its monitor guards it.
 */
public final class RemoteHints {

    /** The maximum number of names. */
    static final int MOST = 1_000;

    private final Set<String> names = new LinkedHashSet<>();
    private boolean tooMany;
    private boolean permitted;
    private @Nullable Runnable wake;

    /** Keeps hints from now on for a follow-up, which this action wakes. */
    synchronized void follow(Runnable action) {
        wake = action;
    }

    /** Drops hints from now on. */
    synchronized void leave() {
        forget();
        wake = null;
    }

    /** Adds a hint for the next permitted read. */
    public synchronized void add(String name) {
        if (wake == null || tooMany) {
            return;
        }
        names.add(name);
        if (names.size() > MOST) {
            names.clear();
            tooMany = true;
        }
    }

    /** Returns whether there is no hint. */
    public synchronized boolean isEmpty() {
        return !tooMany && names.isEmpty();
    }

    /** Returns whether there are hints and no read is permitted. */
    public synchronized boolean isWaiting() {
        return !isEmpty() && !permitted;
    }

    /** Permits one read, and wakes the follow-up for it. */
    public void permitRead() {
        Runnable woken;
        synchronized (this) {
            permitted = !isEmpty();
            woken = permitted ? wake : null;
        }
        if (woken != null) {
            woken.run();
        }
    }

    /** Returns whether a read is permitted. */
    public synchronized boolean isPermitted() {
        return permitted;
    }

    /** Uses the permitted read for a full scan if there were too many hints; returns whether it did. */
    public synchronized boolean takeFullScan() {
        boolean taken = permitted && tooMany;
        if (taken) {
            forget();
        }
        return taken;
    }

    /** Uses the permitted read: removes and returns up to {@code most} names, the oldest first; none if no read is permitted. */
    public synchronized Set<String> take(int most) {
        Set<String> taken = new TreeSet<>();
        if (permitted && !tooMany) {
            permitted = false;
            for (Iterator<String> each = names.iterator(); taken.size() < most && each.hasNext(); each.remove()) {
                taken.add(each.next());
            }
        }
        return taken;
    }

    /** Removes all hints and the permission. Is called before a full scan. */
    public synchronized void forget() {
        names.clear();
        tooMany = false;
        permitted = false;
    }
}
