package io.baton.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The outcome of a claim. */
public sealed interface Outcome {

    /** The job completed. */
    record Completed(@Nullable String result) implements Outcome {

        /** The job completed without a result. */
        public static final Completed PLAIN = new Completed(null);
    }

    /** The attempt failed and is made again after a delay. */
    record Retried(Duration delay, String error) implements Outcome {}

    /** The handler waits in a step: the job is ready again once that wait is decided. The attempt does not count. */
    record Suspended(String step) implements Outcome {}

    /** The handler snoozed the job; the attempt does not count. */
    record Snoozed(Duration delay) implements Outcome {}

    /** The job failed for good and moves to DEAD. Without an error it keeps the one it has, for which its steps were undone. */
    record Dead(@Nullable String error) implements Outcome {}

    /** The job was cancelled. */
    record Cancelled() implements Outcome {}

    /** The worker released the job, since it did not start it or cannot run it. Neither the attempt nor the start counts. */
    record HandedBack(Duration delay, @Nullable String reason) implements Outcome {

        /** The job was not started: another worker may claim it at once. */
        public static final HandedBack UNSTARTED = new HandedBack(Duration.ZERO, null);
    }

    /**
     * The run was interrupted by the stop of its worker, or by the database. Neither the attempt nor the start counts, up to {@value #MOST_IN_A_ROW}
     * times in a row.
     *
     * @param delay the time after which the job may be claimed again
     * @param reason the database's error; null if the worker stopped
     */
    record Interrupted(Duration delay, @Nullable String reason) implements Outcome {

        /** The maximum number of interruptions in a row; after them the job is dead. */
        public static final int MOST_IN_A_ROW = 20;

        public static final Interrupted PLAIN = new Interrupted(Duration.ZERO, null);
    }

    /** A limit of the application rejected the handler. As {@link Interrupted}, but the attempt has failed after {@value #MOST_IN_A_ROW} times. */
    record Rejected(Duration delay, Outcome failed) implements Outcome {

        public static final int MOST_IN_A_ROW = 10;

        /** Returns what it comes to after so many rejections and interruptions, which are counted together. */
        public Outcome after(int inARow) {
            return inARow >= MOST_IN_A_ROW - 1 ? failed : new Interrupted(delay, null);
        }
    }

    /** The job was not started, since it needs permits that it was stored without. It waits for them; neither the attempt nor the start counts. */
    record Blocked(List<String> permits) implements Outcome {}
}
