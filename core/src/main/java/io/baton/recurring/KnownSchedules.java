package io.baton.recurring;

import java.util.Set;

/** The schedules that the code of this node declares, and the types that it has handlers for. */
public final class KnownSchedules {

    private volatile Known known = new Known(Set.of(), Set.of(), false);

    private record Known(Set<String> names, Set<String> types, boolean all) {}

    void set(Set<String> names, Set<String> types) {
        known = new Known(Set.copyOf(names), Set.copyOf(types), true);
    }

    Set<String> names() {
        return known.names();
    }

    Set<String> types() {
        return known.types();
    }

    /** Returns whether the code has declared its schedules. */
    boolean all() {
        return known.all();
    }
}
