package io.baton.job;

import java.util.Map;
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
        @Nullable String payload) {}
