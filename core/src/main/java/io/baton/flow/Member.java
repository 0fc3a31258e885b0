package io.baton.flow;

import io.baton.batch.StepPlace;

/**
 * The place of a job in a flow.
 *
 * @param awaited whether others wait for what the jobs of its step return
 */
public record Member(long batch, long group, int index, int step, boolean awaited) {

    /** Returns the place of what is added to its step, which has started. */
    StepPlace running() {
        return new StepPlace(step, awaited, false);
    }
}
