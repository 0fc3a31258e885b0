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

    private static final Duration SHORTEST = Duration.ofMillis(20);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private final Map<T, Long> times = new HashMap<>();
    private final Map<T, Duration> pauses = new HashMap<>();

    /** Postpones this one for so long from now on, whatever was said before of the same. */
    public void add(T name, Duration after, long now) {
        times.put(name, now + after.toNanos());
    }

    /**
     * Postpones those whose rows somebody holds, each for longer than before: most do so for a moment, and some for as long as a person likes.
     *
     * @param tried those that were looked at
     * @param held those of them whose rows somebody holds
     */
    public void untilLetGo(Set<T> tried, Set<T> held, long now) {
        pauses.keySet().removeIf(name -> tried.contains(name) && !held.contains(name));
        held.forEach(name -> add(name, pauses.merge(name, SHORTEST, (known, first) -> doubled(known)), now));
    }

    private static Duration doubled(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST) < 0 ? twice : LONGEST;
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
