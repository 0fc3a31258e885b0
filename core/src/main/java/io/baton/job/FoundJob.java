package io.baton.job;

import io.baton.FailedAttempt;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A job as it is stored. */
public record FoundJob(
        JobId id,
        String type,
        String queue,
        @Nullable String share,
        int priority,
        JobState state,
        int attempts,
        @Nullable Integer maxAttempts,
        Instant enqueuedAt,
        Instant dueAt,
        @Nullable Instant claimedAt,
        @Nullable Instant endedAt,
        @Nullable String worker,
        Map<String, String> labels,
        @Nullable String key,
        @Nullable Double progress,
        @Nullable String progressNote,
        @Nullable String payload,
        @Nullable String result,
        @Nullable String error,
        List<FailedAttempt> failedAttempts)
        implements JobDetails {

    /** Omits the payload, the result and the error, which may hold secrets. */
    @Override
    public String toString() {
        return "job " + id + " (" + onOneLine(type) + ", " + onOneLine(queue) + ", " + state + ", attempt " + attempts
                + ")";
    }

    // a user who can write a row must not be able to forge a line of the log
    private static String onOneLine(String name) {
        return name.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    }

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
}
