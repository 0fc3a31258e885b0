package io.baton;

/** The result of an action that is performed once. */
public enum OnceResult {
    /** This call performed it. */
    PERFORMED,
    /** It was performed before. */
    ALREADY_PERFORMED,
    /** Another caller performs it, and this one does not wait. */
    SKIPPED_WHILE_RUNNING,
    /** A process died, or a handler was given up, between the start of the action and its record, and the option is to skip it. */
    SKIPPED_AS_UNCERTAIN
}
