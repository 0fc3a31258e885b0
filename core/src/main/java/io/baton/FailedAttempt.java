package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A failed attempt of a job. Applications should not implement this interface: methods may be added. */
public interface FailedAttempt {

    /** Returns the number of the attempt, from 1; a revived job starts from 1 again. */
    @JsonProperty
    int attempt();

    /** Returns when a worker claimed the job for it. */
    @JsonProperty
    Instant claimedAt();

    /** Returns when the failure was stored. */
    @JsonProperty
    Instant failedAt();

    /** Returns the time between claim and failure, by the clock of the database. */
    @JsonProperty
    default Duration duration() {
        return Duration.between(claimedAt(), failedAt());
    }

    /** Returns the worker that ran it, while its name is known. */
    @JsonProperty
    @Nullable
    String worker();

    /** Returns the beginning of class, message and stack of the failure. */
    @JsonProperty
    String error();
}
