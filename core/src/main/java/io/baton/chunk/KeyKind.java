package io.baton.chunk;

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
