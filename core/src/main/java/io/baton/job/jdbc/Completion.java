package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Set;

/** Removes completed jobs and writes their history if it is kept. */
interface Completion {

    /**
     * Completes those of the jobs whose claim stands; skips locked rows.
     *
     * @param tied whether some may be tied to a capability, whose steps follow
     * @return those that it completed
     */
    Set<Fence> complete(CompletionResults results, boolean tied, boolean keep);
}
