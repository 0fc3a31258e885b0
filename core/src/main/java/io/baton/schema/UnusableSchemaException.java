package io.baton.schema;

import io.baton.BatonException;
import org.jspecify.annotations.Nullable;

/** Baton's tables are not there, not as this version needs them, or not open to the application's database user. */
public final class UnusableSchemaException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String action;

    UnusableSchemaException(String problem, String action, @Nullable Throwable cause) {
        super(problem);
        if (cause != null) {
            initCause(cause);
        }
        this.action = action;
    }

    /** A migration broke off where tables are made outside of transactions, or met what somebody had made by hand. */
    static UnusableSchemaException failed(String migration, String history, @Nullable Throwable cause) {
        return new UnusableSchemaException(
                "Baton's migration " + migration
                        + " failed, and some of what it makes may be there already: somebody ran it by hand, or it broke off",
                "Run what is missing of that file and of those after it by hand, or undo what is there of it; then delete the table "
                        + history
                        + ": Baton recognises the tables and goes on from there. Or, if no job in them counts, delete all tables"
                        + " whose names begin with baton_, and Baton makes them anew.",
                cause);
    }

    /** Returns what to do about it. */
    public String action() {
        return action;
    }
}
