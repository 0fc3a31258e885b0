package io.baton;

/** What a run of a job came to. More may be added. */
public enum RunOutcome {
    /** The handler did its work, and the job is done. */
    COMPLETED,
    /** The attempt failed, and the job is tried again after a while. */
    RETRIED,
    /** The job waits by its handler's wish. */
    SNOOZED,
    /** The attempt failed for good; the job is kept for a person. */
    DEAD,
    /** The job was cancelled while it ran. */
    CANCELLED,
    /** The run ended for no fault of the job's, such as because the application closes: it runs again, and no attempt is used up. */
    HANDED_BACK,
    /** The job is not this node's any more, or nobody here knows whether its transaction was committed. */
    LOST
}
