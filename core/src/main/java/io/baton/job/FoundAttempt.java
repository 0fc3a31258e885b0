package io.baton.job;

import io.baton.FailedAttempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a store found out about an attempt that failed. */
public record FoundAttempt(
        int attempt,
        Instant claimedAt,
        Instant failedAt,
        @Nullable String worker,
        String error) implements FailedAttempt {

    /** As many of a job are kept, the last ones. */
    public static final int MOST = 10;

    /** So many characters of an error are kept. */
    public static final int LONGEST_ERROR = 2_000;

    /** Everything but the error, which may hold secrets. */
    @Override
    public String toString() {
        return "attempt " + attempt + " at " + failedAt;
    }
}
