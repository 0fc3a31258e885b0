package io.baton.permit;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** When to look at limits again: when the next permit of a rate comes, or somebody may have let go of rows. Used by one thread at a time. */
final class LimitReminders {

    private final Map<String, Long> times = new HashMap<>();

    /** Reminds of this one after so long, and of what was asked before of the same no more. */
    void add(String name, Duration after, long now) {
        times.put(name, now + after.toNanos());
    }

    /** Returns and forgets those whose time has come. */
    Set<String> due(long now) {
        Set<String> due = new TreeSet<>();
        times.entrySet().removeIf(each -> each.getValue() - now <= 0 && due.add(each.getKey()));
        return due;
    }

    /** Returns how many nanoseconds are left until the next one; very many if there is none. */
    long untilNext(long now) {
        return times.values().stream().mapToLong(time -> time - now).min().orElse(Long.MAX_VALUE);
    }
}
