package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes completed jobs and writes their history if it is kept. */
interface Completion {

    /**
     * Completes the jobs whose claims stand; skips locked rows.
     *
     * @param results the result of each job that history keeps, or null
     * @param whole all results, by the ids of the jobs
     * @param tied whether some jobs may be tied to a capability, whose steps follow
     * @return the fences of the jobs that it completed
     */
    Set<Fence> complete(Map<Fence, @Nullable String> results, Map<Long, String> whole, boolean tied, boolean keep);
}
