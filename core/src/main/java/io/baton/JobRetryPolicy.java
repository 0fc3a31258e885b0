package io.baton;

import java.time.Duration;
import java.util.Optional;

/**
 * Decides, for every handler, when a job that failed is tried again. A bean of this type replaces the waits of {@link Retry} and
 * their properties.
 */
@FunctionalInterface
public interface JobRetryPolicy {

    /**
     * Returns how long the job waits before its next attempt; empty makes it dead.
     *
     * <p>Called for every failure but {@link JobRejectedException} and what the handler's {@link Retry#notOn()} names, also when the
     * attempts are used up. If it throws, or returns a negative delay, the rule of the handler decides.
     */
    Optional<Duration> delayAfter(JobContext job, Throwable failure);
}
