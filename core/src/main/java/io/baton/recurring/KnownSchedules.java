package io.baton.recurring;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The schedules that the code of this node declares, and the types that it has handlers for. */
public final class KnownSchedules {

    private volatile Known known = new Known(Map.of(), Set.of(), false);

    private record Known(Map<String, Definition> definitions, Set<String> types, boolean all) {}

    void set(Collection<Definition> definitions, Set<String> types) {
        Map<String, Definition> byName = definitions.stream()
                .collect(Collectors.toUnmodifiableMap(Definition::name, definition -> definition, (a, b) -> b));
        known = new Known(byName, Set.copyOf(types), true);
    }

    Set<String> names() {
        return known.definitions().keySet();
    }

    Collection<Definition> definitions() {
        return known.definitions().values();
    }

    Set<String> types() {
        return known.types();
    }

    /** Returns whether the code has declared its schedules. */
    boolean all() {
        return known.all();
    }
}
