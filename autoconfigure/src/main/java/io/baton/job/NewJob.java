package io.baton.job;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job about to be stored.
 *
 * @param maxAttempts how often it may fail; null leaves that to the node that runs it
 * @param permits the names of the limits of which it needs a permit to run, in the order in which it gets them, which is the same for every job
 */
public record NewJob(
        String type,
        String queue,
        int priority,
        Due due,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload,
        List<String> permits) {

    public NewJob {
        permits = permits.stream().distinct().toList();
    }

    /** Creates a job without limits. */
    public NewJob(
            String type,
            String queue,
            int priority,
            Due due,
            @Nullable Integer maxAttempts,
            Map<String, String> labels,
            @Nullable String payload) {
        this(type, queue, priority, due, maxAttempts, labels, payload, List.of());
    }

    /** Whether it needs permits to run. */
    public boolean isLimited() {
        return !permits.isEmpty();
    }

    /** Whether all else is the same, but for which permits are needed. */
    public boolean differsInPayloadOnly(NewJob other) {
        return type.equals(other.type)
                && queue.equals(other.queue)
                && priority == other.priority
                && due.equals(other.due)
                && Objects.equals(maxAttempts, other.maxAttempts)
                && labels.equals(other.labels)
                && isLimited() == other.isLimited();
    }
}
