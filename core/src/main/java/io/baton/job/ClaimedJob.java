package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as its claimer got it.
 *
 * @param attempt the attempt that this claim is, from 1
 * @param crashes what stands against it since it last came to an outcome: 1 if a worker died that held it, and 1 more for every start since
 *     then that was its worker's end
 * @param payload null if there is none, or if it is unread
 * @param checkpoint null if there is none, or if it is unread
 * @param unreadBytes the size of payload and checkpoint together if it is too large for a claim to bring them: they are read before the job
 *     runs; otherwise zero
 * @param ties what else it takes part in
 * @param trace the trace that it was enqueued in, if any
 * @param waited for how long it had been due when it was claimed
 */
public record ClaimedJob(
        long id,
        UUID lockId,
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

    /** A claim brings up to so many bytes of payload and checkpoint for each job, so that its answer is bounded. */
    public static final int LARGEST_READ_AT_ONCE = 16_384;

    /** From this many crashes on, two such jobs never run at once on a worker. */
    private static final int CRASHES_OF_SUSPECTS = 2;

    /** The order in which jobs of a queue are due to run. */
    public static final Comparator<ClaimedJob> ORDER = Comparator.comparingInt((ClaimedJob job) -> ~job.priority)
            .thenComparing(ClaimedJob::dueAt)
            .thenComparingLong(ClaimedJob::id);

    /** Creates a plain job that was read as a whole. */
    public ClaimedJob(
            long id,
            UUID lockId,
            String type,
            String queue,
            int priority,
            int attempt,
            int crashes,
            @Nullable Integer maxAttempts,
            Instant enqueuedAt,
            Instant dueAt,
            @Nullable String payload,
            @Nullable String checkpoint) {
        this(
                id,
                lockId,
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
                0,
                Ties.NONE,
                null,
                Duration.ZERO);
    }

    /** Whether payload and checkpoint are still to be read. */
    public boolean isUnread() {
        return unreadBytes > 0;
    }

    /** This job with what was read later. */
    public ClaimedJob with(JobBody body) {
        return with(body.payload(), body.checkpoint(), 0, ties);
    }

    /** This job, which holds these permits. */
    public ClaimedJob holding(Set<String> permits) {
        return with(payload, checkpoint, unreadBytes, ties.holding(permits));
    }

    private ClaimedJob with(@Nullable String payload, @Nullable String checkpoint, long unreadBytes, Ties ties) {
        return new ClaimedJob(
                id,
                lockId,
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

    /** What every write about this claim must name. */
    public Fence fence() {
        return new Fence(id, lockId);
    }

    /** Whether its start is counted as a crash until it comes to an outcome, since a worker died that held it. */
    public boolean isCareful() {
        return crashes > 0;
    }

    /** Whether a worker died after it had started it in awareness of the danger. */
    public boolean isSuspect() {
        return crashes >= CRASHES_OF_SUSPECTS;
    }

    /** Returns what it is called where people are told of it. */
    public String title() {
        return "Job " + id + " (" + type + ")";
    }

    /** Everything but the payload, which may hold secrets. */
    @Override
    public String toString() {
        return "job " + id + " (" + type + ", " + queue + ", attempt " + attempt + ")";
    }
}
