package io.baton.operator;

/** Records which operator changed what. */
@FunctionalInterface
public interface ChangeNotes {

    /** Records nothing. */
    ChangeNotes NONE = change -> {};

    /** Records a change. */
    void note(Change change);
}
