package io.baton.permit;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one portion of a repair did.
 *
 * @param last the last job that was looked at; null if there are no more
 * @param repaired how many rows were repaired
 * @param touched the limits that may have room or waiters now
 */
public record Repaired(@Nullable Long last, int repaired, Set<String> touched) {}
