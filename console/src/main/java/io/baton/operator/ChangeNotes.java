package io.baton.operator;

/** Is told who changed what. */
@FunctionalInterface
public interface ChangeNotes {

    /** Tells nobody. */
    ChangeNotes NONE = change -> {};

    /** Somebody has changed something. */
    void note(Change change);
}
