package io.baton.permit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the names of limits, without keys, that are known to exist. Limits are never removed. */
public final class KnownLimits {

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** Remembers a limit whose definition is committed. */
    public void add(String family) {
        known.add(family);
    }

    /** Returns whether a limit is known to exist. */
    public boolean contains(String family) {
        return known.contains(family);
    }
}
