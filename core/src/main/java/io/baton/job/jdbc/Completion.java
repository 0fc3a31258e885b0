package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Removes completed jobs and writes their history if it is kept. */
interface Completion {

    /**
     * Completes those of the jobs whose claim stands; skips locked rows.
     *
     * @param results the result that history keeps of each, or null
     * @param whole all results, by the ids of the jobs
     * @param tied whether some may be tied to a capability, whose steps follow
     * @return those that it completed
     */
    Set<Fence> complete(Map<Fence, @Nullable String> results, Map<Long, String> whole, boolean tied, boolean keep);
}
