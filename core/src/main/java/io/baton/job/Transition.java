package io.baton.job;

/** How a job leaves its state, other than by a claim. */
public enum Transition {
    /** Its run completed. */
    COMPLETED,
    /** It was cancelled while it waited or ran. */
    CANCELLED,
    /** It failed for good. */
    DEAD,
    /** It failed and waits for its next attempt. */
    RETRIED,
    /** Its handler snoozed it. */
    SNOOZED,
    /** Its handler waits in a step. */
    SUSPENDED,
    /** Its worker released it because it needs permits that it was stored without. */
    BLOCKED,
    /** Its worker released it before its start, or interrupted it. */
    HANDED_BACK,
    /** It was reclaimed from a dead worker. */
    UNLOCKED,
    /** It became due, or its handler waits no more. */
    PROMOTED,
    /** The jobs that it waited for have ended. */
    RELEASED,
    /** An operator revived the dead job. */
    REVIVED,
    /** An operator moved the waiting job to another time, or an enqueue replaced its payload. */
    RESCHEDULED,
    /** The retention of the dead job is over. */
    REMOVED
}
