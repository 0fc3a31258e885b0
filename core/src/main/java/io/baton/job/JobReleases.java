package io.baton.job;

import java.util.List;
import java.util.Set;

/** Ends the waiting of jobs for others. Runs in the transaction of the caller, such as an application's that seals a batch. Skips locked rows. */
public interface JobReleases {

    /** Makes jobs ready that waited for others to end. */
    Released release(List<Long> ids);

    /** Cancels jobs that wait for others to end. */
    Released dismiss(List<Long> ids);

    /** Cancels waiting jobs and requests that running ones stop; returns the number of both. */
    int cancelFree(List<Long> ids);

    /**
     * The result for jobs that waited for others to end.
     *
     * @param ready where jobs are ready now; those that need permits wait for these
     * @param busy the ids of jobs that still wait, since their rows are locked
     */
    record Released(Set<ReadyJobs> ready, Set<Long> busy) {

        /** No job. */
        public static final Released NONE = new Released(Set.of(), Set.of());
    }
}
