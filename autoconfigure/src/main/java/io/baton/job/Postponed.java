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
    private Duration untilLetGo = SHORTEST;
    private Set<T> held = Set.of();

    /** Postpones this one for so long from now on, whatever was said before of the same. */
    public void add(T name, Duration after, long now) {
        times.put(name, now + after.toNanos());
    }

    /** Postpones those whose rows somebody holds, and no others: most do so for a moment, and some for as long as a person likes. */
    public void untilLetGo(Set<T> names, long now) {
        boolean longer = !names.isEmpty() && held.containsAll(names);
        untilLetGo = longer ? doubled() : SHORTEST;
        held = names;
        names.forEach(name -> add(name, untilLetGo, now));
    }

    private Duration doubled() {
        Duration twice = untilLetGo.multipliedBy(2);
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
