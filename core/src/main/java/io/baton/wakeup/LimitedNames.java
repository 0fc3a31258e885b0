package io.baton.wakeup;

import io.baton.loop.Ticker;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Hints that each name something to look at. A look takes as many names as one transaction does; once there are more than a real burst
 * leaves, they are dropped and a look around finds what is real among them. Called from any thread.
 *
 * @param <T> by which it is named
 */
final class LimitedNames<T> {

    /** Names that one look takes. */
    static final int AT_ONCE = 100;

    /** Names that wait. */
    static final int MOST = 1_000;

    private final Consumer<T> passed;
    private final Runnable passedMany;
    private final LookStock stock;
    private final Set<T> late = new LinkedHashSet<>();
    private boolean many;

    /**
     * Creates a limit.
     *
     * @param passed takes a name
     * @param passedMany is told instead that so many were named that none is known
     */
    LimitedNames(Consumer<T> passed, Runnable passedMany, Ticker ticker) {
        this.passed = passed;
        this.passedMany = passedMany;
        this.stock = new LookStock(ticker);
    }

    void come(T name) {
        synchronized (this) {
            if (!many) {
                late.add(name);
                many = late.size() > MOST;
            }
            if (many) {
                late.clear();
            }
        }
        passLate();
    }

    void passLate() {
        boolean around;
        List<T> due;
        synchronized (this) {
            if (!isWaiting() || !stock.take()) {
                return;
            }
            around = many;
            many = false;
            due = takeLate();
        }
        due.forEach(passed);
        if (around) {
            passedMany.run();
        }
    }

    private List<T> takeLate() {
        List<T> due = new ArrayList<>();
        for (Iterator<T> each = late.iterator(); due.size() < AT_ONCE && each.hasNext(); each.remove()) {
            due.add(each.next());
        }
        return due;
    }

    /** Whether something waits to be passed on. */
    synchronized boolean isWaiting() {
        return many || !late.isEmpty();
    }
}
