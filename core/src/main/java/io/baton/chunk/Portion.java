package io.baton.chunk;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are handled together.
 *
 * @param last the key of the last; null if there are none
 * @param more whether there are rows after it
 * @param <T> the type of a row
 */
public record Portion<T>(List<T> rows, @Nullable RowKey last, boolean more) {}
