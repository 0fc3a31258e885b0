package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes completed jobs and, if that is wanted, writes their history. */
interface Completion {

    /**
     * Completes those of the jobs that are still the caller's and that nobody holds.
     *
     * @param results the result to keep for each job, or null
     * @return those that it completed
     */
    Set<Fence> complete(Map<Fence, @Nullable String> results, boolean keep);
}
