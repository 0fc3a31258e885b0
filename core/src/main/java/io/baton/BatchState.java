package io.baton;

/** How far a batch is. */
public enum BatchState {
    /** Items may still be added. */
    OPEN,
    /** It is sealed, and some of its items have not ended. */
    RUNNING,
    /** It is sealed, and all items that it waits for have died: it goes on once they are revived or acknowledged. */
    STUCK,
    /** It is sealed, and all of its items have ended. */
    COMPLETE,
    /** It is a flow, and was cancelled. */
    CANCELLED
}
