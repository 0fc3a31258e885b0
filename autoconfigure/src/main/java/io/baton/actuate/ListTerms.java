package io.baton.actuate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parameters of a list. */
record ListTerms(
        @Nullable String state,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String label,
        @Nullable String batch,
        @Nullable String after,
        @Nullable String limit) {

    /** Returns those that are there, by their names. */
    Map<String, String> present() {
        Map<String, String> present = new HashMap<>();
        add(present, "state", state);
        add(present, "type", type);
        add(present, "queue", queue);
        add(present, "label", label);
        add(present, "batch", batch);
        add(present, "after", after);
        add(present, "limit", limit);
        return present;
    }

    private static void add(Map<String, String> terms, String name, @Nullable String value) {
        if (value != null) {
            terms.put(name, value);
        }
    }
}
