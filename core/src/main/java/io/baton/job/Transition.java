package io.baton.job;

/** How a job leaves the state that it is in, in all ways but being claimed. */
public enum Transition {
    /** It ran to its end. */
    COMPLETED,
    /** It was cancelled, waiting or running. */
    CANCELLED,
    /** It failed for good. */
    DEAD,
    /** It failed and waits for its next attempt. */
    RETRIED,
    /** It ran and waits by its own wish. */
    SNOOZED,
    /** Its worker gave it back, since it needs permits that it was stored without. */
    BLOCKED,
    /** Its worker gave it back, unstarted or interrupted. */
    HANDED_BACK,
    /** It was taken from a worker that is no more. */
    UNLOCKED,
    /** Its time has come. */
    PROMOTED,
    /** The others that it waited for have ended. */
    RELEASED,
    /** A person made a dead job ready again. */
    REVIVED,
    /** A person moved a waiting job to another time. */
    RESCHEDULED,
    /** A dead job was kept long enough. */
    REMOVED
}
