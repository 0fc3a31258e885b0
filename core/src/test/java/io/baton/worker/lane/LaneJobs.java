package io.baton.worker.lane;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Ties;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Jobs for lanes. */
public final class LaneJobs {

    private LaneJobs() {}

    /** Returns a job whose payload is not read yet. */
    static ClaimedJob large(int id, long unreadBytes) {
        return job(id, "large", 0, null, unreadBytes);
    }

    /** Returns a job with a payload of this length. */
    static ClaimedJob withPayload(int length) {
        return job(1, "many", 0, "x".repeat(length), 0);
    }

    /** Returns a job that went down with its worker so often. */
    static ClaimedJob crashed(long id, int crashes) {
        return job(id, "many", crashes, "{}", 0);
    }

    static List<ClaimedJob> jobs(int count, String type) {
        return IntStream.range(0, count).mapToObj(i -> job(i, type, 0, "{}", 0)).toList();
    }

    /** Returns a job that holds permits. */
    public static ClaimedJob limited() {
        return job(1, "a", 0, 0, "{}", 0, new Ties(Ties.LIMITS, null, null));
    }

    /** Returns a job of this priority. */
    static ClaimedJob prior(long id, int priority) {
        return job(id, "many", priority, 0, "{}", 0, Ties.NONE);
    }

    private static ClaimedJob job(long id, String type, int crashes, @Nullable String payload, long unreadBytes) {
        return job(id, type, 0, crashes, payload, unreadBytes, Ties.NONE);
    }

    private static ClaimedJob job(
            long id, String type, int priority, int crashes, @Nullable String payload, long unreadBytes, Ties ties) {
        return new ClaimedJob(
                new Fence(id, UUID.randomUUID()),
                type,
                "default",
                null,
                priority,
                1,
                crashes,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                payload,
                null,
                unreadBytes,
                ties,
                null,
                null,
                Duration.ZERO);
    }
}
