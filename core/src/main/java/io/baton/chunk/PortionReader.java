package io.baton.chunk;

import io.baton.BatonException;
import io.baton.Chunks;
import org.jspecify.annotations.Nullable;

/** Reads portions in the current transaction of the application. */
public interface PortionReader {

    /** The reader of an application without a database. */
    PortionReader NONE = new PortionReader() {
        @Override
        public <T> Portion<T> read(Chunks<T> chunks, @Nullable RowKey after) {
            throw new BatonException("There is no database to read chunks from");
        }
    };

    /**
     * Returns the next rows.
     *
     * @param after the key of the last row before them; null for the first
     * @throws UnusableKeyException if the column cannot be a key
     */
    <T> Portion<T> read(Chunks<T> chunks, @Nullable RowKey after);
}
