package io.baton;

/** The state of a batch. */
public enum BatchState {
    /** Items may still be added. */
    OPEN,
    /** It is sealed, and some of its items have not ended. */
    RUNNING,
    /** It is sealed, and all items that it waits for have died. It continues once an operator revives or the application acknowledges them. */
    STUCK,
    /** It is sealed, and all of its items have ended. */
    COMPLETE,
    /** It is a flow, and was cancelled. */
    CANCELLED
}
