package io.baton.chunk;

import io.baton.Chunks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads portions in the current transaction of the application. */
public interface PortionReader {

    /**
     * Returns the next rows.
     *
     * @param after the key of the last row before them; null for the first
     * @throws UnusableKeyException if the column cannot be a key
     */
    <T> Portion<T> read(Chunks<T> chunks, @Nullable RowKey after);

    /**
     * Rows that are handled together.
     *
     * @param last the key of the last; null if there are none
     * @param more whether there are rows after it
     * @param <T> the type of a row
     */
    record Portion<T>(List<T> rows, @Nullable RowKey last, boolean more) {}
}
