package io.baton.job;

import io.baton.BatonException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The label of jobs of which no run begins after a time. It stays when their due time changes. Applications cannot set it. */
public final class LatestStart {

    /** A time, or a duration from the enqueue on, or both: then the duration begins at this time if that is later than the enqueue. */
    public static final String LABEL = "baton.start-before";

    private static final String BOTH = "/";

    private LatestStart() {}

    /** Returns the label of a job that is to start within this time after it is due. */
    public static String within(Duration time, Due due) {
        if (time.isNegative() || time.isZero() || time.compareTo(Due.LONGEST) > 0) {
            throw new BatonException("A job can start within a positive time of up to 100 years, not within " + time);
        }
        return due instanceof Due.At at
                ? at.time() + BOTH + time
                : (due instanceof Due.After after ? time.plus(after.delay()) : time).toString();
    }

    /** Returns the labels of a job that was enqueued at this time, for a job that was enqueued before. */
    public static Map<String, String> enqueued(Map<String, String> labels, Instant at) {
        Map<String, String> all = new HashMap<>(labels);
        all.computeIfPresent(LABEL, (name, label) -> time(label.split(BOTH), at).toString());
        return all;
    }

    /** Returns whether the time of a job with these labels is over. */
    public static boolean isOver(Map<String, String> labels, Instant enqueuedAt, Instant now) {
        String label = labels.get(LABEL);
        return label != null && now.isAfter(time(label.split(BOTH), enqueuedAt));
    }

    private static Instant time(String[] parts, Instant enqueuedAt) {
        String last = parts[parts.length - 1];
        if (!last.startsWith("P")) {
            return Instant.parse(last);
        }
        Instant from = parts.length > 1 ? Instant.parse(parts[0]) : enqueuedAt;
        return (from.isAfter(enqueuedAt) ? from : enqueuedAt).plus(Duration.parse(last));
    }
}
