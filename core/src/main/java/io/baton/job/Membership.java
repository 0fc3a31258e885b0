package io.baton.job;

import io.baton.PartitionStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The batch of a group of jobs.
 *
 * @param size how many items the group has
 * @param strategy how its jobs share the work; null if they do not
 */
public record Membership(long batch, int size, @Nullable PartitionStrategy strategy) {}
