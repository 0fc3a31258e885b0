package io.baton.start;

import io.baton.BatonException;
import org.jspecify.annotations.Nullable;

/** Thrown if a start is refused until an administrator has changed something. */
public final class StartRefusedException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String description;
    private final String action;

    /** Creates an exception whose message is also its description. */
    public StartRefusedException(String message, String action) {
        this(message, message, action, null);
    }

    /** Creates an exception whose message is also its description. */
    public StartRefusedException(String message, String action, @Nullable Throwable cause) {
        this(message, message, action, cause);
    }

    /** Creates an exception with a description, of which the message is a short form. */
    public StartRefusedException(String message, String description, String action, @Nullable Throwable cause) {
        super(message);
        if (cause != null) {
            initCause(cause);
        }
        this.description = description;
        this.action = action;
    }

    /** Returns what happened and why. */
    public String description() {
        return description;
    }

    /** Returns what an administrator can do about it. */
    public String action() {
        return action;
    }
}
