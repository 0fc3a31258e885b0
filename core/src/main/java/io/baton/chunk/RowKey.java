package io.baton.chunk;

/** A key of a row, which a statement can be given again. */
public record RowKey(KeyKind kind, String text) {

    /** Returns the kind alone: a key may be a secret. */
    @Override
    public String toString() {
        return kind.name();
    }
}
