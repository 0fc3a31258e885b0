package io.baton.job;

import io.baton.JobState;
import java.util.List;
import java.util.Set;

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

    /** Sets of states that are queried together. */
    public static final class States {

        /** Waiting to be claimed. */
        public static final Set<JobState> WAITING = Set.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED);

        /** Waiting or running. */
        public static final Set<JobState> UNFINISHED =
                Set.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED);

        /** Ended, and only in history. */
        public static final Set<JobState> OVER = Set.of(JobState.COMPLETED, JobState.CANCELLED);

        /** All others. */
        public static final Set<JobState> LIVE =
                Set.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED, JobState.DEAD);

        private States() {}
    }
}
