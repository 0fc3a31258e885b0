package io.baton.operator;

import io.baton.monitor.Change;

/** Records which operator changed what. */
@FunctionalInterface
public interface ChangeNotes {

    /** Records nothing. */
    ChangeNotes NONE = change -> {};

    /** Records a change. */
    void note(Change change);

    /** Returns the change as those read it who see no values: what was searched for in errors is a part of a message. */
    static Change masked(Change change) {
        String value = change.value();
        return value == null || !change.resource().equals("matching")
                ? change
                : change.withValue(MatchingResource.masked(value));
    }
}
