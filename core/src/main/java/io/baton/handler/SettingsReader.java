package io.baton.handler;

import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.start.StartRefusedException;
import io.baton.type.PermitRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what a handler's annotations ask of the worker. */
final class SettingsReader {

    private static final int LARGEST_BATCH = 10_000;

    /** What {@link JobHandler} says where nobody asked. */
    private static final int DEFAULT_BATCH = 100;

    private final Attributes attributes;
    private final RetryRule defaultRetry;
    private final RecurrenceReader recurrences;

    SettingsReader(Attributes attributes, RetryRule defaultRetry) {
        this.attributes = attributes;
        this.defaultRetry = defaultRetry;
        this.recurrences = new RecurrenceReader(attributes);
    }

    HandlerSettings read(HandlerMethod handler, JobHandler asked, Signature signature, String type) {
        boolean list = signature.list();
        if (asked.batchSize() < 1 || asked.batchSize() > LARGEST_BATCH) {
            throw handler.refusal(
                    "batchSize is " + asked.batchSize() + ".", "Use a batchSize from 1 to " + LARGEST_BATCH + ".");
        }
        if (!list && asked.batchSize() != DEFAULT_BATCH) {
            throw handler.refusal(
                    "it has a batchSize of " + asked.batchSize() + ", but takes one job at a time.",
                    "Let it take a List of its payloads, or remove batchSize.");
        }
        if (asked.maxAttempts() < 0) {
            throw handler.refusal(
                    "maxAttempts is " + asked.maxAttempts() + ".",
                    "Use a maxAttempts of 1 or more, or 0 for the default of the application.");
        }
        return new HandlerSettings(
                asked.maxAttempts(),
                timeout(handler, asked),
                asked.transactional(),
                list ? asked.batchSize() : 1,
                list,
                retry(handler),
                permits(handler, signature.payload()),
                recurrences.read(handler, signature, type));
    }

    private List<PermitRule> permits(HandlerMethod handler, @Nullable Class<?> payload) {
        try {
            List<PermitRule> rules =
                    PermitRule.on(handler.method(), name -> attributes.text(handler, "the name of a limit", name));
            rules.forEach(rule -> rule.verify(payload));
            return rules;
        } catch (StartRefusedException e) {
            throw e;
        } catch (BatonException e) {
            throw handler.refusal(
                    e.getMessage() + ".", "Correct the @RequiresPermit or @RateLimited on the method.", e);
        }
    }

    private @Nullable Duration timeout(HandlerMethod handler, JobHandler asked) {
        if (attributes.text(handler, "timeout", asked.timeout()).isEmpty()) {
            return null;
        }
        Duration timeout = attributes.duration(handler, "timeout", asked.timeout());
        if (timeout.isZero() || timeout.isNegative()) {
            throw handler.refusal(
                    "its timeout of \"" + asked.timeout() + "\" would be over at once.",
                    "Use a positive timeout, or leave it away for no limit.");
        }
        return timeout;
    }

    private RetryRule retry(HandlerMethod handler) {
        Retry asked = handler.annotation(Retry.class);
        return asked == null ? defaultRetry : retry(handler, asked);
    }

    private RetryRule retry(HandlerMethod handler, Retry asked) {
        Duration delay = attributes.duration(handler, "@Retry delay", asked.delay());
        Duration maxDelay = attributes.duration(handler, "@Retry maxDelay", asked.maxDelay());
        try {
            return new RetryRule(delay, asked.multiplier(), maxDelay, asked.jitter(), List.of(asked.notOn()));
        } catch (IllegalArgumentException e) {
            throw handler.refusal("@Retry: " + e.getMessage() + ".", "Correct the @Retry on the method.", e);
        }
    }
}
