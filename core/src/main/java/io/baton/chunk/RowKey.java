package io.baton.chunk;

/** The key of a row, in a form that can be a parameter of a statement again. */
public record RowKey(KeyKind kind, String text) {

    /** Returns the kind alone: a key may be a secret. */
    @Override
    public String toString() {
        return kind.name();
    }
}
