package io.baton.batch;

import io.baton.job.ReadyJobs;
import java.util.HashSet;
import java.util.Set;

/**
 * The result of a fold.
 *
 * @param completed whether it completed the batch
 * @param ready the queues with jobs that became ready
 * @param held whether there is more to do, all of which another transaction has locked
 */
record Folded(boolean completed, Set<ReadyJobs> ready, boolean held) {

    static final Folded NOTHING = new Folded(false, Set.of(), false);

    Folded with(Set<ReadyJobs> more) {
        Set<ReadyJobs> all = new HashSet<>(ready);
        all.addAll(more);
        return new Folded(completed, all, held);
    }
}
