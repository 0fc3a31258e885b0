package io.baton.permit;

import io.baton.job.DirtySet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The limits that may have free permits or waiting jobs, until an admission has locked their rows. Also knows which limits exist. */
public final class DirtyLimits extends DirtySet<String> {

    /** The names of limits, without keys. Limits are never removed. */
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    /** The queues that nodes serve, as this node read them last. */
    volatile Set<String> open = Set.of();

    /** Whether settlements admit too: not after one failed at it, until an admission succeeds. */
    volatile boolean passing;

    /** Remembers a limit whose definition is committed. */
    public void remember(String family) {
        known.add(family);
    }

    /** Returns whether a limit is known to exist. */
    public boolean isKnown(String family) {
        return known.contains(family);
    }
}
