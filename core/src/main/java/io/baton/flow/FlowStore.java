package io.baton.flow;

import io.baton.batch.BatchStore.StepPlace;
import io.baton.job.Fence;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stores the order of steps. Each method runs in the transaction of its caller. */
public interface FlowStore {

    /** Stores a step with the numbers of the steps that it waits for. */
    void addStep(long batch, StoredStep step);

    /** Returns the steps of a flow, ascending. */
    List<StoredStep> steps(long batch);

    /**
     * Returns the items of a flow by step. Steps without items are left out.
     *
     * @param open whether to read groups that are open or blocked only
     */
    Map<Integer, StepItems> items(long batch, boolean open);

    /** Returns whether any step of these groups has no open group left. */
    boolean anyStepEnded(long batch, Collection<Long> groups);

    /** Begins to release the jobs of a step. */
    void unblock(long batch, int step);

    /** Returns the groups of a flow that have jobs to be released, in order. */
    List<Long> releasing(long batch);

    /** Returns up to {@code limit} jobs of a group that are to be released, in order. */
    List<Long> blockedJobs(long group, int limit);

    /** Marks a group as released, after all of its jobs were. */
    void released(long group);

    /** Returns up to {@code limit} jobs of a group that either wait or run without a request to stop. */
    List<Long> livingJobs(long group, int limit);

    /** Returns up to {@code limit} flows within a flow that are neither complete nor cancelled. */
    List<Long> livingFlows(long batch, int limit);

    /** Returns up to {@code limit} groups of a flow with jobs that have neither ended nor died. Groups of the last steps come first. */
    List<Long> openGroups(long batch, int limit);

    /** Returns the position of a job in its flow; empty if this claim was lost, or the job belongs to no flow. */
    Optional<Member> member(Fence claim);

    /** Removes up to {@code limit} results of these groups; returns whether none is left. */
    boolean forgetGroups(Collection<Long> groups, int limit);

    /** Removes the steps of a flow and their order. */
    void forget(long batch);

    /**
     * The position of a job in a flow.
     *
     * @param awaited whether other steps wait for the results of the job's step
     */
    record Member(long batch, long group, int index, int step, boolean awaited) {

        /** Returns the position of jobs that are added to the same step, which has started. */
        StepPlace running() {
            return new StepPlace(step, awaited, false);
        }
    }

    /**
     * The items of a step.
     *
     * @param blocked whether the step waits for other steps
     */
    record StepItems(long items, long remaining, long dead, long cancelled, boolean blocked) {

        /** Counts of a step without items. */
        public static final StepItems NONE = new StepItems(0, 0, 0, 0, false);
    }

    /**
     * A step of a flow.
     *
     * @param number the number of the step, from 0; it is above the numbers of all steps that this one waits for
     * @param after the numbers of the steps that it waits for
     */
    record StoredStep(int number, String name, List<Integer> after) {}
}
