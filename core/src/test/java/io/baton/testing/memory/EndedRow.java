package io.baton.testing.memory;

import io.baton.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job in history. */
public record EndedRow(
        JobRow last,
        JobState state,
        Instant endedAt,
        @Nullable String result) {

    EndedRow endedAt(Instant time) {
        return new EndedRow(last, state, time, result);
    }
}
