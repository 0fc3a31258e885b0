package io.baton.job;

import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Finds the batch of a job and the results of earlier steps, in a transaction that the caller opened.
 *
 * @param byGroup returns the batch of a group; empty if it does not exist any more
 * @param results reads the results of the steps before that of a group
 */
public record Memberships(LongFunction<Optional<Membership>> byGroup, StepResults results) {}
