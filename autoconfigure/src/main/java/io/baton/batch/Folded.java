package io.baton.batch;

import io.baton.job.ReadyJobs;
import java.util.Set;

/**
 * What came of a fold.
 *
 * @param completed whether it completed the batch
 * @param ready where jobs are ready that waited for that
 */
record Folded(boolean completed, Set<ReadyJobs> ready) {

    static final Folded NOTHING = new Folded(false, Set.of());
}
