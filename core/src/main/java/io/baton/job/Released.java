package io.baton.job;

import java.util.Set;

/**
 * What became of jobs that waited for others to end.
 *
 * @param ready where jobs are ready now; those that need permits wait for these
 * @param busy the ids of jobs that somebody holds at the moment, which wait still
 */
public record Released(Set<ReadyJobs> ready, Set<Long> busy) {

    /** There was no job. */
    public static final Released NONE = new Released(Set.of(), Set.of());
}
