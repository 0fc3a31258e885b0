package io.baton.job;

import org.jspecify.annotations.Nullable;

/** What of a job may be large. */
public record JobBody(@Nullable String payload, @Nullable String checkpoint) {

    /** Nothing of what it holds, which may be secret. */
    @Override
    public String toString() {
        return "payload and checkpoint of a job";
    }
}
