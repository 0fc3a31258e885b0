package io.baton.job;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job about to be stored.
 *
 * @param maxAttempts how often it may fail; null leaves that to the node that runs it
 */
public record NewJob(
        String type,
        String queue,
        int priority,
        Due due,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload) {

    /** Whether all else is the same. */
    public boolean differsInPayloadOnly(NewJob other) {
        return type.equals(other.type)
                && queue.equals(other.queue)
                && priority == other.priority
                && due.equals(other.due)
                && Objects.equals(maxAttempts, other.maxAttempts)
                && labels.equals(other.labels);
    }
}
