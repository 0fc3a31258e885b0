package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A claimed job.
 *
 * @param fence names its claim in every write
 * @param attempt the number of this attempt, from 1
 * @param crashes its crash count since its last outcome: 1 if a worker died that held it, and 1 more for each start since then that ended with the
 *     death of its worker
 * @param payload null if there is none, or if it is unread
 * @param checkpoint null if there is none, or if it is unread
 * @param unreadBytes the size of payload and checkpoint together if a claim does not read them because of it; otherwise zero
 * @param ties what else it takes part in
 * @param trace the trace in which it was enqueued, if any
 * @param waited how long it had been due when it was claimed
 */
public record ClaimedJob(
        Fence fence,
        String type,
        String queue,
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
        Duration waited) {

    /** The maximum size of payload and checkpoint of a job, in bytes, up to which a claim reads them, so that its result is bounded. */
    public static final int LARGEST_READ_AT_ONCE = 16_384;

    /** From this crash count on, two such jobs never run at once on a worker. */
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

    /** Returns this job with its payload and checkpoint. */
    public ClaimedJob with(JobBody body) {
        return with(body.payload(), body.checkpoint(), 0, ties);
    }

    /** Returns this job as the holder of these permits. */
    public ClaimedJob holding(Set<String> permits) {
        return with(payload, checkpoint, unreadBytes, ties.holding(permits));
    }

    private ClaimedJob with(@Nullable String payload, @Nullable String checkpoint, long unreadBytes, Ties ties) {
        return new ClaimedJob(
                fence,
                type,
                queue,
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
                waited);
    }

    /** Returns whether its start is counted as a crash until it has an outcome, since a worker died that held it. */
    public boolean isCareful() {
        return crashes > 0;
    }

    /** Returns whether a worker died after a start of this job that was counted as a crash. */
    public boolean isSuspect() {
        return crashes >= CRASHES_OF_SUSPECTS;
    }

    /** Returns how messages name it. */
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
