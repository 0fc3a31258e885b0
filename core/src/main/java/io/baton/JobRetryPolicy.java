package io.baton;

import java.time.Duration;
import java.util.Optional;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

/** Decides for every handler when a failed job is retried. A bean of this type replaces the waits of {@link Retry} and of its properties. */
@FunctionalInterface
public interface JobRetryPolicy {

    /**
     * Returns how long the job waits before its next attempt; if empty, the job is dead.
     *
     * <p>It is called for every failure, also when the attempts are used up, except for {@link JobRejectedException} and the types in {@link
     * Retry#notOn()}. If it throws, or returns a negative delay, the rule of the handler decides.
     */
    Optional<Duration> delayAfter(JobContext job, Throwable failure);

    /**
     * Returns a policy that decides as one of Spring Framework, within the attempts of the job. A {@link RetryPolicy} bean alone has no effect on jobs,
     * since it may belong to a {@code RetryTemplate} of the application.
     *
     * @throws IllegalArgumentException if the policy has a timeout, for which a job has no measure
     */
    static JobRetryPolicy of(RetryPolicy policy) {
        if (!policy.getTimeout().isZero()) {
            throw new IllegalArgumentException("The RetryPolicy has a timeout of " + policy.getTimeout()
                    + ", which jobs cannot follow. Leave it out, and bound each run by @JobHandler(timeout = ..)");
        }
        return (job, failure) -> {
            if (job.attempt() >= job.maxAttempts() || !policy.shouldRetry(failure)) {
                return Optional.empty();
            }
            BackOffExecution backOff = policy.getBackOff().start();
            long millis = 0;
            for (int left = Math.min(job.attempt(), 10_000); left > 0 && millis != BackOffExecution.STOP; left--) {
                millis = backOff.nextBackOff();
            }
            return millis == BackOffExecution.STOP ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
        };
    }
}
