package io.baton.flow;

import io.baton.batch.BatchRoles.BatchGroups.StepPlace;
import io.baton.job.Fence;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Stores the order of steps. Must run within a transaction of the caller. */
public interface FlowStore {

    /** Returns whether a batch is a flow. */
    boolean isFlow(long batch);

    /** Adds a step with the steps that it waits for. */
    void addStep(long batch, StoredStep step);

    /** Returns the steps of a flow, ascending. */
    List<StoredStep> steps(long batch);

    /** Returns the items of the steps of a flow; steps without any are left out. */
    Map<Integer, StepItems> items(long batch);

    /** Returns the items of those groups only that are open or blocked; steps without any are left out. */
    Map<Integer, StepItems> open(long batch);

    /** Returns whether one of the steps of these groups has no open group. */
    boolean anyStepEnded(long batch, Collection<Long> groups);

    /** Begins to release the jobs of a step. */
    void unblock(long batch, int step);

    /** Returns the groups of a flow of which some jobs are to be released, in order. */
    List<Long> releasing(long batch);

    /** Returns up to {@code limit} jobs of a group that are to be released, in order. */
    List<Long> blockedJobs(long group, int limit);

    /** Marks a group as released, as all of its jobs are. */
    void released(long group);

    /** Returns up to {@code limit} jobs of a group that wait, or run and were not requested to stop. */
    List<Long> livingJobs(long group, int limit);

    /** Returns up to {@code limit} flows within a flow that are neither complete nor cancelled. */
    List<Long> livingFlows(long batch, int limit);

    /** Returns up to {@code limit} groups of a flow that have jobs which have neither ended nor died, those of the last steps first, which only wait. */
    List<Long> openGroups(long batch, int limit);

    /** Returns the place of a job in its flow; empty if this claim was lost, or the job belongs to no flow. */
    Optional<Member> member(Fence claim);

    /** Removes the results of a group. */
    void forgetGroup(long group);

    /** Removes up to {@code limit} results of these groups; returns whether none is left. */
    boolean forgetGroups(Collection<Long> groups, int limit);

    /** Removes the order of steps. */
    void forget(long batch);

    /**
     * The place of a job in a flow.
     *
     * @param awaited whether other steps wait for the results of its step
     */
    record Member(long batch, long group, int index, int step, boolean awaited) {

        /** Returns the place of jobs that are added to its step, which has started. */
        StepPlace running() {
            return new StepPlace(step, awaited, false);
        }
    }

    /**
     * The items of a step.
     *
     * @param blocked whether it waits for other steps
     */
    record StepItems(long items, long remaining, long dead, long cancelled, boolean blocked) {

        /** The items of a step without any. */
        public static final StepItems NONE = new StepItems(0, 0, 0, 0, false);
    }

    /**
     * A step of a flow.
     *
     * @param number from 0, above those of all steps that it waits for
     * @param after the numbers of the steps that it waits for
     */
    record StoredStep(int number, String name, List<Integer> after) {}
}
