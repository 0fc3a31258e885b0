package io.baton.job.jdbc;

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

    /** Returns what to do about it. */
    public String action() {
        return action;
    }
}
