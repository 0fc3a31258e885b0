package io.baton.job;

import io.baton.FailedAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A failed attempt, as stored. */
public record FoundAttempt(
        int attempt,
        Instant claimedAt,
        Instant failedAt,
        @Nullable String worker,
        String error) implements FailedAttempt {

    /** How many attempts of a job are stored, the last ones. */
    public static final int MOST = 10;

    /** How many characters of an error are stored. */
    public static final int LONGEST_ERROR = 2_000;

    /** Omits the error, which may hold secrets. */
    @Override
    public String toString() {
        return "attempt " + attempt + " at " + failedAt;
    }
}
