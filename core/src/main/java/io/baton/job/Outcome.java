package io.baton.job;

import java.time.Duration;
import java.util.List;
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
    record Dead(String error) implements Outcome {}

    /** It stopped because it was told to. */
    record Cancelled() implements Outcome {}

    /**
     * It was not started, or cannot be run here; the attempt does not count.
     *
     * @param crashes what stood against the job before its start was charged; null if it was not
     */
    record HandedBack(
            Duration delay,
            @Nullable String reason,
            @Nullable Integer crashes) implements Outcome {

        /** Not started: another worker may have it at once. */
        public static final HandedBack UNSTARTED = new HandedBack(Duration.ZERO, null);

        /** Of a job whose start was not charged. */
        public HandedBack(Duration delay, @Nullable String reason) {
            this(delay, reason, null);
        }

        @Override
        public HandedBack uncharged(int before) {
            return new HandedBack(delay, reason, before);
        }
    }

    /**
     * It ran, and was stopped because its worker ends. Neither the attempt nor the start counts, but {@value #MOST_IN_A_ROW} times in a row
     * are too many.
     *
     * @param crashes what stood against the job before its start was charged; null if it was not
     */
    record Interrupted(@Nullable Integer crashes) implements Outcome {

        /** After so many, the job is dead. */
        public static final int MOST_IN_A_ROW = 20;

        /** Of a job whose start was not charged. */
        public static final Interrupted PLAIN = new Interrupted(null);

        @Override
        public Interrupted uncharged(int before) {
            return new Interrupted(before);
        }
    }

    /**
     * It was not started, since it needs permits that it was stored without; it waits for them, and the attempt does not count.
     *
     * @param permits the names of their limits
     * @param crashes what stood against the job before its start was charged; null if it was not
     */
    record Blocked(List<String> permits, @Nullable Integer crashes) implements Outcome {

        /** Of a job whose start was not charged. */
        public Blocked(List<String> permits) {
            this(permits, null);
        }

        @Override
        public Blocked uncharged(int before) {
            return new Blocked(permits, before);
        }
    }

    /** The same for a job whose start was charged, if that charge is to be taken back with it. */
    default Outcome uncharged(int before) {
        return this;
    }
}
