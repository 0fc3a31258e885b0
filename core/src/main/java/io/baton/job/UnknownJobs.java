package io.baton.job;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of unknown types in a portion.
 *
 * @param lastId after which the next portion begins; null if this was the last
 * @param dead how many jobs were made dead
 * @param types their types
 */
public record UnknownJobs(@Nullable Long lastId, int dead, Set<String> types) {}
