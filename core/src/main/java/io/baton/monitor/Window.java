package io.baton.monitor;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A part of the jobs that a filter selects.
 *
 * @param filter the filter within bounds, which reads about 100,000 rows of each table, or all dead jobs if they are no more
 * @param next the id before which the remaining jobs lie; null if there are none
 */
public record Window(JobFilter filter, @Nullable JobId next) {

    /**
     * Counts of the matching jobs in a window.
     *
     * @param more whether jobs beyond the window may match
     * @param newest the newest matching job; null if there is none
     */
    public record Matching(
            long count, boolean more, @Nullable JobId newest, Map<JobState, Long> byState) {}
}
