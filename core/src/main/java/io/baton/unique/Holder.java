package io.baton.unique;

import io.baton.JobState;
import io.baton.job.StateCode.States;

/**
 * The job that holds a key, as the caller sees it.
 *
 * @param cancelled whether its cancellation was requested
 */
public record Holder(JobState state, String queue, boolean cancelled) {

    boolean isWaiting() {
        return States.WAITING.contains(state);
    }

    boolean isClaimed() {
        return state == JobState.CLAIMED;
    }

    boolean isDead() {
        return state == JobState.DEAD;
    }

    /** Returns whether it has completed or was cancelled. */
    boolean isOver() {
        return States.OVER.contains(state);
    }
}
