package io.baton.chunk;

/** The key of a row, as text from which a parameter of a statement can be made again. */
public record RowKey(KeyKind kind, String text) {

    /** Returns the kind without the key, which may be a secret. */
    @Override
    public String toString() {
        return kind.name();
    }

    /** The kinds of keys. Checkpoints store their names. */
    public enum KeyKind {
        INTEGER,
        DECIMAL,
        TEXT,
        UUID,
        /** The text of such a key has hexadecimal digits. */
        BINARY,
        DATE,
        TIMESTAMP,
        /** The text of such a key is in UTC. */
        TIMESTAMP_WITH_ZONE
    }
}
