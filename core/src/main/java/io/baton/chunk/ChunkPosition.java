package io.baton.chunk;

/**
 * How far a job came with the rows of a query.
 *
 * @param name of the chunks
 * @param column the key column
 * @param kind of the key
 * @param last the key of the last row that was done
 * @param rows how many were done so far
 */
public record ChunkPosition(String name, String column, KeyKind kind, String last, long rows) {

    /** Returns the key beyond which it goes on. */
    public RowKey key() {
        return new RowKey(kind, last);
    }

    /** Returns the same after these rows. */
    public ChunkPosition after(RowKey key, int done) {
        return new ChunkPosition(name, column, key.kind(), key.text(), rows + done);
    }

    /** Returns the first position of chunks. */
    public static ChunkPosition first(String name, String column, RowKey key, int done) {
        return new ChunkPosition(name, column, key.kind(), key.text(), done);
    }
}
