package io.baton.unique;

import io.baton.JobState;
import io.baton.job.States;

/**
 * The job that holds a key, as far as it is known.
 *
 * @param cancelled whether it is to be cancelled as soon as its worker lets it go
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

    /** Whether it has ended for good. */
    boolean isOver() {
        return States.OVER.contains(state);
    }
}
