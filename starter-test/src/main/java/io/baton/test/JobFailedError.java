package io.baton.test;

import io.baton.RunOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a job has failed in a test. The cause is the handler's exception.
 *
 * @since 0.1.0
 */
public final class JobFailedError extends AssertionError {

    private JobFailedError(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    static JobFailedError of(JobRuns.Run run, String what, String advice) {
        Throwable failure = run.failure().orElse(null);
        return new JobFailedError(
                what + ". The first: Job " + run.id() + " (" + run.type() + ") in attempt " + run.attempt() + ", now "
                        + (run.outcome() == RunOutcome.DEAD ? "dead" : "to be retried") + ": " + failure
                        + advice,
                failure);
    }
}
