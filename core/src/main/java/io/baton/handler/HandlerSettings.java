package io.baton.handler;

import io.baton.Recurrence;
import io.baton.type.PermitRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a handler.
 *
 * @param maxAttempts how often a job may fail; 0 leaves it to the worker's default
 * @param timeout how long one run may take; without it there is no limit
 * @param transactional whether the run and its completion share one transaction
 * @param batchSize how many jobs one call takes at most; 1 unless the handler takes a list
 * @param list whether the handler takes a list
 * @param retry how its jobs wait between attempts
 * @param permits which permits its jobs need
 * @param recurrences when jobs are enqueued for it again and again
 */
public record HandlerSettings(
        int maxAttempts,
        @Nullable Duration timeout,
        boolean transactional,
        int batchSize,
        boolean list,
        RetryRule retry,
        List<PermitRule> permits,
        List<DeclaredRecurrence> recurrences) {

    /** A recurring job as a handler's annotation says it. */
    public record DeclaredRecurrence(String name, Recurrence recurrence) {}
}
