package io.baton.permit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the limits, but for their keys, that are known to be there. None of them ever goes. */
public final class KnownLimits {

    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** There is such a limit, and this is committed. */
    public void add(String family) {
        known.add(family);
    }

    /** Whether it is known that there is such a limit. */
    public boolean contains(String family) {
        return known.contains(family);
    }
}
