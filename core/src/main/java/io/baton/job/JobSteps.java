package io.baton.job;

import io.baton.SignalResult;
import io.baton.StepDetails;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The steps of jobs, and signals for them. What decides a wait (the run, a signal, the time, an operator) holds the lock of the job's row: a wait
 * has one outcome, and a job that is about to wait misses no signal. Each method runs in a transaction that its caller opened.
 */
public interface JobSteps {

    /** The maximum number of steps of a job. */
    int MOST = 10_000;

    /** The maximum number of signals of a job that no wait has taken. */
    int MOST_SIGNALS = 1_000;

    /** Returns the name of the signal that an await of this name takes: what precedes {@code #}. */
    static String signalOf(String name) {
        int end = name.indexOf('#');
        return end <= 0 ? name : name.substring(0, end);
    }

    /** Returns a key of a step, by what identifies its job also among those of other databases. */
    static String key(String purpose, long job, Instant enqueuedAt, String name) {
        String identity = purpose + ":" + job + ":" + enqueuedAt + ":" + name;
        return UUID.nameUUIDFromBytes(identity.getBytes(StandardCharsets.UTF_8)).toString();
    }

    /** Returns the steps of a job in the order in which they began; locks no row. */
    List<FoundStep> ofJob(long job);

    /** Stores a step of a claimed job, in the place of an earlier record of this name. */
    Settled save(Fence fence, NewStep step);

    /** Removes the record of a step of a claimed job that was begun and failed. */
    Settled free(Fence fence, String name);

    /** Records that a step of a claimed job is undone. */
    Settled undone(Fence fence, String name);

    /**
     * Decides the wait of a claimed job for a signal: it takes the first stored one, or has timed out, or is open until the timeout has passed since it
     * began.
     *
     * @param decided receives the step if the result is {@link Settled#DONE}
     */
    Settled await(Fence fence, NewStep step, Consumer<FoundStep> decided);

    /** Sends a signal, and makes the job ready if it waits for it. May wait for the lock of the job's row. */
    Sent send(long job, String name, String value, @Nullable String messageId);

    /** Removes the record of a step unless its job is claimed, or it waits; returns whether there was one. */
    boolean forget(long job, String name);

    /** Ends a wait; returns whether the job waited in this step. */
    boolean endWait(long job, String name, Consumer<ReadyJobs> ready);

    /**
     * A step to be stored.
     *
     * @param took how long it has been under way
     * @param until when the wait ends; null for other steps
     * @param ties the bits that the job has to have from now on and lacks, as far as its claim says
     */
    record NewStep(
            String name,
            StepDetails.Kind kind,
            StepDetails.State state,
            int attempt,
            Duration took,
            @Nullable Due until,
            @Nullable String result,
            int ties) {}

    /** A stored step; {@code due} is whether its wait is to end now. */
    record FoundStep(
            String name,
            StepDetails.Kind kind,
            StepDetails.State state,
            int attempt,
            Instant beganAt,
            @Nullable Instant endedAt,
            @Nullable Instant waitsUntil,
            @Nullable String result,
            boolean due)
            implements StepDetails {}

    /** What became of a signal, and where its job is ready now; null if it is not. */
    record Sent(SignalResult result, @Nullable ReadyJobs ready) {}
}
