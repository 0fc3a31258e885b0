package io.baton.handler;

import io.baton.BatonException;

/** Two methods want to handle one job type. The start fails with it, since a job can be run by one of them only. */
public class DuplicateHandlerException extends BatonException {

    private static final long serialVersionUID = 1L;

    DuplicateHandlerException(String type, HandlerMethod one, HandlerMethod other) {
        super("The job type \"" + type + "\" has two handlers: " + one.located() + " and " + other.located());
    }

    /** What to do about it. */
    public String action() {
        return "Remove one of them, or give them different names with @JobHandler(\"..\"). If both are the same method, its class is"
                + " a bean twice.";
    }
}
