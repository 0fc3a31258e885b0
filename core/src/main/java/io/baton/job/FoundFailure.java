package io.baton.job;

import io.baton.JobFailure;
import io.baton.JobId;
import java.time.Instant;

/** The death of a job as it is stored. */
public record FoundFailure(JobId id, String type, int attempts, String error, Instant diedAt) implements JobFailure {

    /** The label of a job that follows the death of another one: the id of that one. Applications cannot set it. */
    public static final String LABEL = "baton.dead";

    /** Omits the error, which may hold secrets. */
    @Override
    public String toString() {
        return "death of job " + id + " at " + diedAt;
    }
}
