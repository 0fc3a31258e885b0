package io.baton.job;

import io.baton.JobState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long ended jobs are kept. A duration of zero keeps no history; null keeps it until an operator removes it.
 *
 * @param resultMaxSize the maximum length of a kept result, in characters
 */
public record Retention(
        @Nullable Duration completed,
        @Nullable Duration cancelled,
        @Nullable Duration dead,
        int resultMaxSize) {

    /** Returns whether jobs that ended in this state, completed or cancelled, move to the history. */
    public boolean keeps(JobState ended) {
        Duration kept = ended == JobState.COMPLETED ? completed : cancelled;
        return kept == null || !kept.isZero();
    }

    /** Returns whether history keeps this result; null is no result. */
    public boolean keeps(@Nullable String result) {
        return result != null && result.length() <= resultMaxSize;
    }
}
