package io.baton.job;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What other nodes say is worth a look, until a follow-up has taken it. Where anybody can say so it may all be made up: so it is bounded, and
 * no proof that there is any. What is too much to remember, a look around finds. Called from any thread; guarded by its monitor.
 *
 * @param <T> by which it is named
 */
public final class Heard<T extends Comparable<T>> {

    /** Names that are remembered. */
    static final int MOST = 1_000;

    private final Set<T> names = new LinkedHashSet<>();
    private boolean many;
    private boolean followed;
    private Runnable wake = () -> {};

    /** From now on somebody here takes it, and is woken by this. */
    synchronized void follow(Runnable action) {
        wake = action;
        followed = true;
    }

    /** Nobody takes it here any more. */
    synchronized void leave() {
        forget();
        wake = () -> {};
        followed = false;
    }

    /** This one is worth a look. */
    public void of(T name) {
        hear(name);
    }

    /** So many are that nobody names them. */
    public void ofMany() {
        hear(null);
    }

    private void hear(@Nullable T name) {
        Runnable woken;
        synchronized (this) {
            if (!followed) {
                return;
            }
            if (name == null || names.size() >= MOST) {
                names.clear();
                many = true;
            } else if (!many) {
                names.add(name);
            }
            woken = wake;
        }
        woken.run();
    }

    /** Whether a look around is worth it, since the last time this was asked. */
    public synchronized boolean takeMany() {
        boolean taken = many;
        many = false;
        return taken;
    }

    /** Takes up to so many names, the longest known first. */
    public synchronized Set<T> take(int most) {
        Set<T> taken = new TreeSet<>();
        for (Iterator<T> each = names.iterator(); taken.size() < most && each.hasNext(); each.remove()) {
            taken.add(each.next());
        }
        return taken;
    }

    /** Whether there is anything to take. */
    public synchronized boolean isAnything() {
        return many || !names.isEmpty();
    }

    /** A look around is about to find what is real of it. */
    public synchronized void forget() {
        names.clear();
        many = false;
    }
}
