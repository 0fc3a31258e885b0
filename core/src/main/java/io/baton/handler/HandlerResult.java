package io.baton.handler;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a handler that did not throw left behind.
 *
 * @param result the job's result as the codec wrote it, if there is one
 * @param failures the jobs of a list that failed, by position; the others are completed
 * @param unwritten why the codec could not write the result; null if it could
 */
public record HandlerResult(
        @Nullable String result,
        Map<Integer, Throwable> failures,
        @Nullable Throwable unwritten) {

    /** Without a result. */
    static final HandlerResult NONE = new HandlerResult(null, Map.of(), null);

    static HandlerResult of(String result) {
        return new HandlerResult(result, Map.of(), null);
    }

    static HandlerResult unwritten(Throwable reason) {
        return new HandlerResult(null, Map.of(), reason);
    }
}
