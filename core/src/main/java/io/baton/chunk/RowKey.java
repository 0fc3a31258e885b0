package io.baton.chunk;

/** The key of a row, in a form that can be a parameter of a statement again. */
public record RowKey(KeyKind kind, String text) {

    /** Returns the kind alone: a key may be a secret. */
    @Override
    public String toString() {
        return kind.name();
    }

    /** The kinds of keys of rows. Stored by name. */
    public enum KeyKind {
        INTEGER,
        DECIMAL,
        TEXT,
        UUID,
        /** In hexadecimal digits. */
        BINARY,
        DATE,
        TIMESTAMP,
        /** In UTC. */
        TIMESTAMP_WITH_ZONE
    }
}
