package io.baton.job;

import io.baton.JobState;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The states that are asked for together. */
public final class States {

    /** Of jobs that wait to be claimed. */
    public static final Set<JobState> WAITING = of(EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.BLOCKED));

    /** Of jobs that are still to run, or run. */
    public static final Set<JobState> UNFINISHED =
            of(EnumSet.of(JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED));

    /** Of jobs that have ended for good, and stand in history if anywhere. */
    public static final Set<JobState> OVER = of(EnumSet.of(JobState.COMPLETED, JobState.CANCELLED));

    /** Of all other jobs. */
    public static final Set<JobState> LIVE = of(EnumSet.complementOf(EnumSet.copyOf(OVER)));

    private States() {}

    private static Set<JobState> of(EnumSet<JobState> states) {
        return Collections.unmodifiableSet(states);
    }
}
