package io.baton.operator;

import io.baton.monitor.Change;

/** Records which operator changed what. */
@FunctionalInterface
public interface ChangeNotes {

    /** Records nothing. */
    ChangeNotes NONE = change -> {};

    /** Records a change. */
    void note(Change change);
}
