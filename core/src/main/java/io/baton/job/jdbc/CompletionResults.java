package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of completed jobs.
 *
 * @param kept the result that history keeps of each, or null
 * @param whole all results, by the ids of the jobs
 */
record CompletionResults(Map<Fence, @Nullable String> kept, Map<Long, String> whole) {}
