package io.baton.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a claim. */
public sealed interface Outcome {

    /** The job completed. */
    record Completed(@Nullable String result) implements Outcome {

        /** Without a result. */
        public static final Completed PLAIN = new Completed(null);
    }

    /** The attempt failed and is made again after a delay. */
    record Retried(Duration delay, String error) implements Outcome {}

    /** The handler snoozed the job; the attempt does not count. */
    record Snoozed(Duration delay) implements Outcome {}

    /** The job failed for good and moves to DEAD. */
    record Dead(String error) implements Outcome {}

    /** The job was cancelled. */
    record Cancelled() implements Outcome {}

    /** The job is released, not started or not runnable here; neither the attempt nor the start counts. */
    record HandedBack(Duration delay, @Nullable String reason) implements Outcome {

        /** Not started: another worker may claim it at once. */
        public static final HandedBack UNSTARTED = new HandedBack(Duration.ZERO, null);
    }

    /**
     * The run was interrupted by the stop of its worker, or by the database. Neither the attempt nor the start counts, up to {@value #MOST_IN_A_ROW}
     * times in a row.
     *
     * @param delay after which it may be claimed again
     * @param reason of the database; null for the stop of the worker
     */
    record Interrupted(Duration delay, @Nullable String reason) implements Outcome {

        /** After this many interruptions in a row the job is dead. */
        public static final int MOST_IN_A_ROW = 20;

        public static final Interrupted PLAIN = new Interrupted(Duration.ZERO, null);
    }

    /**
     * The job was not started, since it needs permits that it was stored without; it waits for them, and neither the attempt nor the start counts.
     *
     * @param permits the names of their limits
     */
    record Blocked(List<String> permits) implements Outcome {}
}
