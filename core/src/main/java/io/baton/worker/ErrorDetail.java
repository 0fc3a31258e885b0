package io.baton.worker;

/** How much of the exception that a handler threw reaches the log. */
public enum ErrorDetail {
    /** Class, message and stack trace, with those of the causes. */
    FULL,
    /** Class and message, with those of the causes. */
    MESSAGE,
    /** The class alone, and that of the cause. */
    CLASS
}
