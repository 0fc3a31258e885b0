package io.baton.job;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * When to look again at what jobs share: when it will have changed, or somebody may have let go of its rows. Used by one thread at a time.
 *
 * @param <T> by which it is named
 */
public final class Postponed<T extends Comparable<T>> {

    private final Map<T, Long> times = new HashMap<>();

    /** Postpones this one for so long from now on, whatever was said before of the same. */
    public void add(T name, Duration after, long now) {
        times.put(name, now + after.toNanos());
    }

    /** Returns and forgets those whose time has come. */
    public Set<T> due(long now) {
        Set<T> due = new TreeSet<>();
        times.entrySet().removeIf(each -> each.getValue() - now <= 0 && due.add(each.getKey()));
        return due;
    }

    /** Returns how many nanoseconds are left until the next one; very many if there is none. */
    public long untilNext(long now) {
        return times.values().stream().mapToLong(time -> time - now).min().orElse(Long.MAX_VALUE);
    }
}
