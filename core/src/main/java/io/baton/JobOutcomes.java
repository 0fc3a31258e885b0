package io.baton;

import java.util.Map;
import java.util.TreeMap;

/**
 * The outcomes of the jobs of a {@code List} handler, by position. Jobs without a failure are completed: {@code return
 * JobOutcomes.allCompleted().failed(3, cause)}.
 */
public final class JobOutcomes {

    private final Map<Integer, Throwable> failures = new TreeMap<>();

    private JobOutcomes() {}

    /** Returns outcomes without failures; {@link #failed} adds them. */
    public static JobOutcomes allCompleted() {
        return new JobOutcomes();
    }

    /**
     * Adds the failure of the job at this position. The job is retried or dead as if its handler had thrown.
     *
     * @param position its index in the list, from 0
     * @param cause why the job failed
     * @throws IllegalArgumentException if the position is negative, or the cause is null
     */
    public JobOutcomes failed(int position, Throwable cause) {
        if (position < 0) {
            throw new IllegalArgumentException("There is no job at position " + position);
        }
        if (cause == null) {
            throw new IllegalArgumentException(
                    "The job at position " + position + " cannot have failed without a cause");
        }
        failures.put(position, cause);
        return this;
    }

    /** Returns the failures, by position. */
    public Map<Integer, Throwable> failures() {
        return Map.copyOf(failures);
    }
}
