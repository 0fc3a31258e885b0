package io.baton.job;

import io.baton.JobState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Sets of states that are queried together. */
public final class States {

    /** Waiting to be claimed. */
    public static final Set<JobState> WAITING = of(EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED));

    /** Waiting or running. */
    public static final Set<JobState> UNFINISHED =
            of(EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED));

    /** Ended, and only in history. */
    public static final Set<JobState> OVER = of(EnumSet.of(JobState.COMPLETED, JobState.CANCELLED));

    /** All others. */
    public static final Set<JobState> LIVE = of(EnumSet.complementOf(EnumSet.copyOf(OVER)));

    private States() {}

    private static Set<JobState> of(EnumSet<JobState> states) {
        return Collections.unmodifiableSet(states);
    }
}
