package io.baton;

/** The result of an action that is performed once. */
public enum OnceResult {
    /** It was performed by this call. */
    PERFORMED,
    /** It was performed before. */
    ALREADY_PERFORMED,
    /** Another caller performs it, and this one does not wait. */
    SKIPPED_WHILE_RUNNING,
    /** A process died, or a handler was given up, between the start of the action and its record, and the caller does not repeat it. */
    SKIPPED_AS_UNCERTAIN
}
