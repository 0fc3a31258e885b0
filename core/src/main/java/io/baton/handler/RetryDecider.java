package io.baton.handler;

import io.baton.JobContext;
import io.baton.JobRejectedException;
import io.baton.JobRetryPolicy;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether and when a failed job is tried again.
 *
 * @param policy the policy of the application, which replaces the rules of the handlers; null if there is none
 * @param random the source of the random share of each wait
 */
public record RetryDecider(@Nullable JobRetryPolicy policy, RandomGenerator random) {

    private static final Logger log = LoggerFactory.getLogger(RetryDecider.class);
    private static final SeldomLog seldom = new SeldomLog(log);

    /** Returns how long the job waits for its next attempt; empty if it is to be dead. */
    public Optional<Duration> delayAfter(Handler handler, JobContext job, Throwable failure) {
        RetryRule rule = handler.settings().retry();
        if (failure instanceof JobRejectedException || rule.isFinal(failure)) {
            return Optional.empty();
        }
        return policy == null ? byRule(rule, job) : byPolicy(policy, rule, job, failure);
    }

    private Optional<Duration> byRule(RetryRule rule, JobContext job) {
        return job.attempt() >= job.maxAttempts()
                ? Optional.empty()
                : Optional.of(rule.delayAfter(job.attempt(), random));
    }

    // falls back to the rule if the policy throws, so that the job does not stay claimed
    private Optional<Duration> byPolicy(JobRetryPolicy policy, RetryRule rule, JobContext job, Throwable failure) {
        try {
            Optional<Duration> delay = policy.delayAfter(job, failure);
            if (delay.isPresent() && delay.get().isNegative()) {
                throw new IllegalArgumentException("The delay must not be negative, but is " + delay.get());
            }
            return delay;
        } catch (Throwable e) {
            // also a checked exception, which Kotlin may throw
            seldom.warn(
                    policy.getClass().getName(),
                    "The {} failed for job {} ({}), which is retried by the rule of its handler instead. Correct the policy",
                    LogText.of(policy.getClass().getName()),
                    job.id(),
                    LogText.of(job.type()),
                    LoggedFailure.withoutMessages(e));
            return byRule(rule, job);
        }
    }
}
