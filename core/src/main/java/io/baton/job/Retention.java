package io.baton.job;

import io.baton.JobState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long ended jobs are kept. Zero keeps no history; null keeps it until an operator removes it.
 *
 * @param resultMaxSize how long a kept result may be, in characters
 */
public record Retention(
        @Nullable Duration completed,
        @Nullable Duration cancelled,
        @Nullable Duration dead,
        int resultMaxSize) {

    /** Returns whether jobs that ended in this state, completed or cancelled, go to history. */
    public boolean keeps(JobState ended) {
        Duration kept = ended == JobState.COMPLETED ? completed : cancelled;
        return kept == null || !kept.isZero();
    }
}
