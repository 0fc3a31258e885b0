package io.baton.flow;

import io.baton.batch.StepPlace;

/**
 * The place of a job in a flow.
 *
 * @param awaited whether other steps wait for the results of its step
 */
public record Member(long batch, long group, int index, int step, boolean awaited) {

    /** Returns the place of jobs that are added to its step, which has started. */
    StepPlace running() {
        return new StepPlace(step, awaited, false);
    }
}
