package io.baton.handler;

import io.baton.BatonException;

/** A {@code @JobHandler} method that Baton cannot run, or would run wrongly. The start fails with it. */
public class UnreadableHandlerException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String action;

    public UnreadableHandlerException(String message, String action) {
        super(message);
        this.action = action;
    }

    public UnreadableHandlerException(String message, String action, Throwable cause) {
        super(message, cause);
        this.action = action;
    }

    /** What to do about it. */
    public String action() {
        return action;
    }
}
