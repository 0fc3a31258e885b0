package io.baton.job;

import io.baton.JobState;
import java.util.List;
import java.util.Set;

/** The codes of states in the tables. Statements contain them as literals, since the partial indexes require this. */
public final class StateCode {

    /** The index of each state is its code. */
    private static final List<JobState> STATES = List.of(
            JobState.SCHEDULED,
            JobState.READY,
            JobState.CLAIMED,
            JobState.BLOCKED,
            JobState.COMPLETED,
            JobState.DEAD,
            JobState.CANCELLED,
            JobState.WAITING);

    private StateCode() {}

    public static int of(JobState state) {
        return STATES.indexOf(state);
    }

    public static JobState state(int code) {
        return STATES.get(code);
    }

    /** Sets of states that are queried together. */
    public static final class States {

        /** The states of jobs that wait to be claimed. */
        public static final Set<JobState> TO_CLAIM = Set.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED);

        /** The states of jobs that have not ended. */
        public static final Set<JobState> UNFINISHED =
                Set.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED, JobState.WAITING);

        /** The states of ended jobs that are only in history. */
        public static final Set<JobState> OVER = Set.of(JobState.COMPLETED, JobState.CANCELLED);

        /** The states of jobs that are in the job table. */
        public static final Set<JobState> LIVE = Set.of(
                JobState.SCHEDULED,
                JobState.READY,
                JobState.CLAIMED,
                JobState.BLOCKED,
                JobState.WAITING,
                JobState.DEAD);

        private States() {}
    }
}
