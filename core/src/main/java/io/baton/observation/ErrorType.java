package io.baton.observation;

import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;

/** The class of a failure, as OpenTelemetry names it: what a tracer is told of the failure itself is a copy without messages. */
final class ErrorType {

    private static final String KEY = "error.type";

    private ErrorType() {}

    /** Adds the class of the failure that an observation has ended in, if it has. */
    static KeyValues with(KeyValues all, Observation.Context context) {
        Throwable failure = context.getError();
        return failure == null ? all : all.and(KEY, failure.getClass().getName());
    }
}
