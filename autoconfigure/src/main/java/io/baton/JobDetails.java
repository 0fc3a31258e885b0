package io.baton;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as a person sees it.
 *
 * @param id its identity
 * @param type the name of its type
 * @param queue the queue it is in
 * @param priority larger runs first
 * @param state where it stands
 * @param attempts how often it was tried so far, a run that is under way included
 * @param maxAttempts how often it may fail, where that was set at enqueue
 * @param enqueuedAt when it was enqueued
 * @param dueAt when it is or was due
 * @param claimedAt when a worker last took it
 * @param endedAt when it completed, was cancelled or died
 * @param worker the worker that holds it or held it last
 * @param labels what it was labelled with
 * @param progress how far its handler says it is, from 0 to 1
 * @param progressNote what its handler says about that
 * @param payload its payload as JSON, if the job was asked for by its id; completed and cancelled jobs keep none
 * @param result what its handler returned, as JSON, if it was small enough to keep
 * @param error class, message and stack of the last failure
 */
public record JobDetails(
        JobId id,
        String type,
        String queue,
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
        @Nullable Double progress,
        @Nullable String progressNote,
        @Nullable String payload,
        @Nullable String result,
        @Nullable String error) {

    /** Everything but the payload, the result and the error, which may hold secrets. */
    @Override
    public String toString() {
        return "job " + id + " (" + onOneLine(type) + ", " + onOneLine(queue) + ", " + state + ", attempt " + attempts
                + ")";
    }

    // whoever can write a row must not be able to write a line of the log
    private static String onOneLine(String name) {
        return name.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
    }
}
