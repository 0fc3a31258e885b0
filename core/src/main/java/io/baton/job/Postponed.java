package io.baton.job;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * When to process shared state again: when it will have changed, or when its rows may be unlocked. Used by one thread at a time.
 *
 * @param <T> the type of names
 */
public final class Postponed<T extends Comparable<T>> {

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
