package io.baton.chunk;

import io.baton.chunk.RowKey.KeyKind;

/**
 * The position of a job in the rows of a query.
 *
 * @param name the name of the chunks
 * @param column the key column
 * @param kind the kind of the key
 * @param last the key of the last row that was done
 * @param rows how many were done so far
 */
public record ChunkPosition(String name, String column, KeyKind kind, String last, long rows) {

    /** Returns the key after which the job continues. */
    public RowKey key() {
        return new RowKey(kind, last);
    }

    /** Returns the position after further rows. */
    public ChunkPosition after(RowKey key, int done) {
        return new ChunkPosition(name, column, key.kind(), key.text(), rows + done);
    }

    /** Returns the first position of chunks. */
    public static ChunkPosition first(String name, String column, RowKey key, int done) {
        return new ChunkPosition(name, column, key.kind(), key.text(), done);
    }
}
