package io.baton.job;

import java.util.List;
import java.util.Set;

/** Ends the wait of jobs for other jobs. Runs in the caller's transaction, such as an application's that seals a batch. Skips locked rows. */
public interface JobReleases {

    /** Makes jobs ready that waited for other jobs to end. */
    Released release(List<Long> ids);

    /** Makes the jobs ready that wait for their turn in a sequence that has no head; the others are busy. */
    Released giveTurn(List<Long> ids);

    /** Cancels jobs that wait for other jobs to end. */
    Released dismiss(List<Long> ids);

    /** Cancels waiting jobs and requests that running jobs stop; returns the number of both together. */
    int cancelFree(List<Long> ids);

    /** Where jobs may be ready now, unless they need permits first, and the jobs that still wait since their rows are locked. */
    record Released(Set<ReadyJobs> ready, Set<Long> busy) {

        public static final Released NONE = new Released(Set.of(), Set.of());
    }
}
