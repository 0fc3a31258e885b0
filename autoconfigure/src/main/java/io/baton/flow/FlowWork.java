package io.baton.flow;

import io.baton.PartitionStrategy;
import io.baton.batch.BatchWork;
import io.baton.batch.JobGroups;
import org.jspecify.annotations.Nullable;

/**
 * What flows do their work with.
 *
 * @param batches that of their batches
 * @param flows where the order of steps is
 */
public record FlowWork(BatchWork batches, FlowStore flows) {

    /**
     * Returns the groups of further jobs of a step.
     *
     * @param awaited whether others wait for what the jobs return
     * @param blocked whether the step waits for others
     * @param strategy how the jobs share the work, if they do
     */
    JobGroups groups(long batch, int step, boolean awaited, boolean blocked, @Nullable PartitionStrategy strategy) {
        return new JobGroups(
                batches.store(), batches.jobs(), batch, strategy, awaited, group -> flows.place(group, step, blocked));
    }
}
