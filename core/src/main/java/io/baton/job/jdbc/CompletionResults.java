package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What jobs have come to.
 *
 * @param kept what history keeps of each, or null
 * @param whole all that was returned, by the ids of the jobs
 */
record CompletionResults(Map<Fence, @Nullable String> kept, Map<Long, String> whole) {}
