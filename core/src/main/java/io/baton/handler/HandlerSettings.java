package io.baton.handler;

import io.baton.Recurrence;
import io.baton.type.PermitRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a handler.
 *
 * @param maxAttempts how often a job may fail; 0 for the default of the worker
 * @param timeout how long one run may take; null for no limit
 * @param transactional whether the run and its completion share one transaction
 * @param batchSize the most jobs of one call; 1 unless the handler takes a list
 * @param list whether the handler takes a list
 * @param retry how long jobs wait between attempts
 * @param permits which permits jobs of this handler need
 * @param recurrences the recurring jobs that the handler declares
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

    /** A recurring job that an annotation of a handler declares. */
    public record DeclaredRecurrence(String name, Recurrence recurrence) {}
}
