package io.baton;

/** The outcome of a run of a job. More may be added. */
public enum RunOutcome {
    /** The handler did its work, and the job is done. */
    COMPLETED,
    /** The attempt failed, and the job is tried again after a while. */
    RETRIED,
    /** The handler has postponed the job. */
    SNOOZED,
    /** The attempt failed for good; the job is kept for an operator. */
    DEAD,
    /** The job was cancelled while it ran. */
    CANCELLED,
    /** The run ended for no fault of the job's, such as because the application closes: it runs again, and no attempt is used up. */
    HANDED_BACK,
    /** The claim was lost, or it is not known whether the run's transaction was committed. */
    LOST
}
