package io.baton.job;

import io.baton.JobState;
import java.util.List;

/** The codes of states in the tables. Statements have them as literals, which the partial indexes need. */
public final class StateCode {

    /** Each at the place that is its code. */
    private static final List<JobState> STATES = List.of(
            JobState.SCHEDULED,
            JobState.READY,
            JobState.CLAIMED,
            JobState.BLOCKED,
            JobState.COMPLETED,
            JobState.DEAD,
            JobState.CANCELLED);

    private StateCode() {}

    /** Returns the code of a state. */
    public static int of(JobState state) {
        return STATES.indexOf(state);
    }

    /** Returns the state with this code. */
    public static JobState state(int code) {
        return STATES.get(code);
    }
}
