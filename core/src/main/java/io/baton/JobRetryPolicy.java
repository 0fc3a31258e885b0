package io.baton;

import java.time.Duration;
import java.util.Optional;

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
}
