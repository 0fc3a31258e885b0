package io.baton.job;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a claim of a job came to. */
public sealed interface Outcome {

    /** It ran to its end. */
    record Completed(@Nullable String result) implements Outcome {

        /** Without a result. */
        public static final Completed PLAIN = new Completed(null);
    }

    /** It failed, and is tried again after a while. */
    record Retried(Duration delay, String error) implements Outcome {}

    /** It waits, by its own wish; the attempt does not count. */
    record Snoozed(Duration delay) implements Outcome {}

    /** It failed for good, and is kept for a person. */
    record Buried(String error) implements Outcome {}

    /** It stopped because it was told to. */
    record Cancelled() implements Outcome {}

    /** It was not started, or cannot be run here; the attempt does not count. */
    record HandedBack(Duration delay, @Nullable String reason) implements Outcome {

        /** Not started: another worker may have it at once. */
        public static final HandedBack UNSTARTED = new HandedBack(Duration.ZERO, null);
    }
}
