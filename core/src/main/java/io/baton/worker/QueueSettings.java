package io.baton.worker;

/**
 * Limits how much of one queue a node runs.
 *
 * @param concurrency how many handler calls run at once
 * @param maxPrefetch how many jobs may wait in the node's memory, so that fast handlers find the next one at once
 */
public record QueueSettings(int concurrency, int maxPrefetch) {}
