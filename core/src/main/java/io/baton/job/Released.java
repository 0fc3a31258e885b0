package io.baton.job;

import java.util.Set;

/**
 * The result for jobs that waited for others to end.
 *
 * @param ready where jobs are ready now; those that need permits wait for these
 * @param busy the ids of jobs that still wait, since their rows are locked
 */
public record Released(Set<ReadyJobs> ready, Set<Long> busy) {

    /** No job. */
    public static final Released NONE = new Released(Set.of(), Set.of());
}
