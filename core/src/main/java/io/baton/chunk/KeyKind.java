package io.baton.chunk;

/** What the keys of rows are. Stored by name. */
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
