package io.baton.flow;

import io.baton.PartitionStrategy;
import io.baton.batch.BatchRoles.BatchGroups.StepPlace;
import io.baton.batch.BatchWork;
import io.baton.batch.JobGroups;
import org.jspecify.annotations.Nullable;

/**
 * The collaborators of {@code Flows}.
 *
 * @param batches those of batches
 * @param flows the order of steps
 */
public record FlowWork(BatchWork batches, FlowStore flows) {

    /**
     * Returns the groups of further jobs of a step.
     *
     * @param strategy how the jobs share the work, if they do
     */
    JobGroups groups(long batch, StepPlace place, @Nullable PartitionStrategy strategy) {
        return new JobGroups(batches.store(), batches.jobs(), batch, strategy, place);
    }
}
