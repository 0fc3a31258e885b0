package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job.
 *
 * @param fence the fence that every write to the job names
 * @param share the share of the queue that the job belongs to; null if it belongs to none
 * @param attempt the number of this attempt, from 1
 * @param crashes the crash count since the last outcome: 1 if a worker that held the job died, and 1 more for each later start that ended with the
 *     death of its worker
 * @param payload null if the job has none or it is unread
 * @param checkpoint null if the job has none or it is unread
 * @param unreadBytes the size of payload and checkpoint together if they are too large for a claim to read; otherwise zero
 * @param ties the capabilities that the job takes part in
 * @param trace the trace in which the job was enqueued, if any
 * @param labels null if the claim did not read them
 * @param waited how long the job had been due when it was claimed
 */
public record ClaimedJob(
        Fence fence,
        String type,
        String queue,
        @Nullable String share,
        int priority,
        int attempt,
        int crashes,
        @Nullable Integer maxAttempts,
        Instant enqueuedAt,
        Instant dueAt,
        @Nullable String payload,
        @Nullable String checkpoint,
        long unreadBytes,
        Ties ties,
        @Nullable String trace,
        @Nullable Map<String, String> labels,
        Duration waited) {

    /** The maximum size of payload and checkpoint together, in bytes, that a claim reads: the result of a claim must be bounded. */
    public static final int LARGEST_READ_AT_ONCE = 16_384;

    /** A job with at least this crash count is a suspect: a worker never runs two suspects at once. */
    public static final int CRASHES_OF_SUSPECTS = 2;

    /** The order in which jobs of a queue are due to run. */
    public static final Comparator<ClaimedJob> ORDER = Comparator.comparingInt((ClaimedJob job) -> ~job.priority)
            .thenComparing(ClaimedJob::dueAt)
            .thenComparingLong(ClaimedJob::id);

    public long id() {
        return fence.id();
    }

    /** Returns whether payload and checkpoint are still to be read. */
    public boolean isUnread() {
        return unreadBytes > 0;
    }

    public ClaimedJob with(JobBody body) {
        return with(attempt, body.payload(), body.checkpoint(), 0, ties);
    }

    /** Returns this job as the holder of these permits. */
    public ClaimedJob holding(Set<String> permits) {
        return with(attempt, payload, checkpoint, unreadBytes, ties.holding(permits));
    }

    /** Returns this job as in its first attempt. */
    public ClaimedJob anew() {
        return with(1, payload, checkpoint, unreadBytes, ties);
    }

    private ClaimedJob with(
            int attempt, @Nullable String payload, @Nullable String checkpoint, long unreadBytes, Ties ties) {
        return new ClaimedJob(
                fence,
                type,
                queue,
                share,
                priority,
                attempt,
                crashes,
                maxAttempts,
                enqueuedAt,
                dueAt,
                payload,
                checkpoint,
                unreadBytes,
                ties,
                trace,
                labels,
                waited);
    }

    /** Returns whether the start of this job is counted as a crash until it has an outcome, because a worker that held it died. */
    public boolean isCareful() {
        return crashes > 0;
    }

    /** Returns whether a worker died after a start of this job that was counted as a crash. */
    public boolean isSuspect() {
        return crashes >= CRASHES_OF_SUSPECTS;
    }

    /** Returns the name of this job in messages. */
    public String title() {
        return "Job " + id() + " (" + type + ")";
    }

    /** Omits the payload, which may hold secrets. */
    @Override
    public String toString() {
        return "job " + id() + " (" + type + ", " + queue + ", attempt " + attempt + ")";
    }

    /** The parts of a job that may be large. */
    public record JobBody(
            @Nullable String payload, @Nullable String checkpoint) {

        /** Omits both, which may hold secrets. */
        @Override
        public String toString() {
            return "payload and checkpoint of a job";
        }
    }
}
