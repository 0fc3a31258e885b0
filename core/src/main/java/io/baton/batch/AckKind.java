package io.baton.batch;

/** What happened to an item. */
public enum AckKind {
    /** It has ended. */
    DONE,
    /** It has ended since it was cancelled. */
    CANCELLED,
    /** It has died. */
    DEAD,
    /** It had died and runs again. */
    REVIVED
}
