package io.baton.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a portion of the jobs found of unknown types.
 *
 * @param lastId behind which the next portion begins; null if this was the last
 * @param dead how many jobs are dead now
 * @param types their types
 */
public record UnknownJobs(@Nullable Long lastId, int dead, Set<String> types) {}
