package io.baton.job;

import io.baton.JobState;

/** The codes of states in the tables. Statements have them as literals, which the partial indexes need. */
public final class StateCode {

    private StateCode() {}

    /** Returns the code of a state. */
    public static int of(JobState state) {
        return switch (state) {
            case SCHEDULED -> 0;
            case READY -> 1;
            case CLAIMED -> 2;
            case BLOCKED -> 3;
            case COMPLETED -> 4;
            case DEAD -> 5;
            case CANCELLED -> 6;
        };
    }

    /** Returns the state with this code. */
    public static JobState state(int code) {
        return switch (code) {
            case 0 -> JobState.SCHEDULED;
            case 1 -> JobState.READY;
            case 2 -> JobState.CLAIMED;
            case 3 -> JobState.BLOCKED;
            case 4 -> JobState.COMPLETED;
            case 5 -> JobState.DEAD;
            case 6 -> JobState.CANCELLED;
            default -> throw new IllegalStateException("There is no state with the number " + code);
        };
    }
}
