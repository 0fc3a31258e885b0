package io.baton.flow;

import io.baton.batch.BatchWork;

/**
 * What flows do their work with.
 *
 * @param batches that of their batches
 * @param flows where the order of steps is
 */
public record FlowWork(BatchWork batches, FlowStore flows) {}
