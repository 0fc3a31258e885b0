package io.baton.job;

import org.jspecify.annotations.Nullable;

/** The parts of a job that may be large. */
public record JobBody(@Nullable String payload, @Nullable String checkpoint) {

    /** Omits both, which may hold secrets. */
    @Override
    public String toString() {
        return "payload and checkpoint of a job";
    }
}
