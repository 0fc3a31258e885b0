package io.baton.permit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The result of one portion of a repair.
 *
 * @param last the last job that was read; null if there are no more
 * @param repaired how many rows were repaired
 * @param dirty the limits that may have free permits or waiting jobs now
 */
public record Repaired(@Nullable Long last, int repaired, Set<String> dirty) {}
