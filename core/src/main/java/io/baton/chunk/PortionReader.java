package io.baton.chunk;

import io.baton.Chunks;
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
}
