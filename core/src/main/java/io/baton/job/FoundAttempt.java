package io.baton.job;

import io.baton.FailedAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A failed attempt as it is stored. */
public record FoundAttempt(
        int attempt,
        Instant claimedAt,
        Instant failedAt,
        @Nullable String worker,
        String error) implements FailedAttempt {

    /** The maximum number of attempts that are stored for a job; they are the last ones. */
    public static final int MOST = 10;

    /** The maximum number of characters of an error that are stored. */
    public static final int LONGEST_ERROR = 2_000;

    /** Omits the error, which may hold secrets. */
    @Override
    public String toString() {
        return "attempt " + attempt + " at " + failedAt;
    }
}
