package io.baton.job;

import java.util.List;

/**
 * What batches and flows do to jobs that wait for others to end. Runs in whatever transaction its caller opened, such as an application's that seals
 * a batch.
 */
public interface JobReleases {

    /** Lets jobs start that waited for others to end, and waits for nobody; returns what became of them. */
    Released release(List<Long> ids);

    /** Cancels jobs that wait for others to end, and waits for nobody; returns what became of them. */
    Released dismiss(List<Long> ids);

    /** Cancels waiting jobs and asks running ones to stop, but for those whose rows are locked, and waits for nobody; returns how many it reached. */
    int cancelFree(List<Long> ids);
}
