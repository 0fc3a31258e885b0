package io.baton.job;

import io.baton.JobState;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long what has ended is kept. Zero keeps no history; null keeps it until a person removes it.
 *
 * @param resultMaxSize how long a result may be to be kept, in characters
 */
public record Retention(
        @Nullable Duration completed,
        @Nullable Duration cancelled,
        @Nullable Duration dead,
        int resultMaxSize) {

    /** Whether jobs that completed, or that were cancelled, go to history. */
    public boolean keeps(JobState ended) {
        Duration kept = ended == JobState.COMPLETED ? completed : cancelled;
        return kept == null || !kept.isZero();
    }
}
