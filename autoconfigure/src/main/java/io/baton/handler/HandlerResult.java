package io.baton.handler;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a handler that did not throw left behind.
 *
 * @param result the job's result as the codec wrote it, if there is one
 * @param failures the jobs of a list that failed, by position; the others are completed
 */
public record HandlerResult(@Nullable String result, Map<Integer, Throwable> failures) {

    static HandlerResult of(@Nullable String result) {
        return new HandlerResult(result, Map.of());
    }
}
