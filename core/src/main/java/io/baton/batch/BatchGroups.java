package io.baton.batch;

import io.baton.PartitionStrategy;
import io.baton.job.Membership;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The groups of batches with the state of their items. Each method runs in the transaction of its caller. */
public interface BatchGroups {

    /**
     * Creates a group without items; returns its id.
     *
     * @param place the step that it belongs to, if the batch is a flow
     */
    long addGroup(long batch, @Nullable StepPlace place);

    /**
     * Gives a group its items.
     *
     * @param firstJob the first of them that is a job; null if they are none
     * @param strategy how its jobs share the work, if they do
     */
    void fill(long group, int size, @Nullable Long firstJob, @Nullable PartitionStrategy strategy);

    /** Returns the batch, size and strategy of a group; empty if the group was removed. */
    Optional<Membership> membership(long group);

    /** Returns the batches of these groups, by group. */
    Map<Long, Long> batches(Collection<Long> groups);

    /** Returns the sizes of those of these groups that belong to this batch, by group. */
    Map<Long, Integer> sizes(long batch, Collection<Long> groups);

    /** Returns the items of these groups of a batch that is locked. */
    Map<Long, GroupItems> items(Collection<Long> groups);

    /** Writes the state of the items of groups. */
    void save(Collection<GroupItems> groups);

    /** Returns whether an item of the batch has not ended; of a cancelled one, those that have died count as ended, but not batches. */
    boolean waitsForItems(long batch, boolean cancelled);

    /** Returns whether an item of the batch is dead. */
    boolean anyDead(long batch);

    /** Returns whether an item of the batch has neither ended nor died, and waits for no step. */
    boolean anyRunnable(long batch);
}
