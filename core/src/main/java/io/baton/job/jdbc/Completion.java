package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Set;

/** Removes completed jobs and, if that is wanted, writes their history. */
interface Completion {

    /**
     * Completes those of the jobs that are still the caller's and that nobody holds.
     *
     * @return those that it completed
     */
    Set<Fence> complete(CompletionResults results, boolean keep);
}
