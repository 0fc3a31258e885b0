package io.baton.job;

import java.util.List;

/** Ends the waiting of jobs for others. Runs in the transaction of the caller, such as an application's that seals a batch. Skips locked rows. */
public interface JobReleases {

    /** Makes jobs ready that waited for others to end. */
    Released release(List<Long> ids);

    /** Cancels jobs that wait for others to end. */
    Released dismiss(List<Long> ids);

    /** Cancels waiting jobs and requests that running ones stop; returns the number of both. */
    int cancelFree(List<Long> ids);
}
