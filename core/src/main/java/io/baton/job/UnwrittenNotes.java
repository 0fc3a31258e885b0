package io.baton.job;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts for each run of this process its notes: writes of {@code Once} about ended claims that wait for the database. The outcome of the run is
 * written after its notes. Otherwise another run could find a claim without an owner although this process knows how the claim ended.
 */
public final class UnwrittenNotes {

    private static final Map<Fence, Integer> COUNTS = new ConcurrentHashMap<>();

    private UnwrittenNotes() {}

    /** Adds a waiting note of this run; ignores null. */
    public static void add(@Nullable Fence run) {
        if (run != null) {
            COUNTS.merge(run, 1, Integer::sum);
        }
    }

    /** Removes a waiting note of this run; ignores null. */
    public static void remove(@Nullable Fence run) {
        if (run != null) {
            COUNTS.computeIfPresent(run, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns whether a note of this run waits. */
    public static boolean has(Fence run) {
        return COUNTS.containsKey(run);
    }
}
