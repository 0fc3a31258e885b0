package io.baton;

/** The outcome of a run of a job. More may be added. */
public enum RunOutcome {
    /** The handler did its work, and the job is done. */
    COMPLETED,
    /** The attempt failed, and the job is retried after a wait. */
    RETRIED,
    /** The handler has postponed the job. */
    SNOOZED,
    /** The handler waits, by {@link JobContext#sleep} or {@link JobContext#await}. */
    SUSPENDED,
    /** The job failed for good, and is kept for an operator. */
    DEAD,
    /** The job was cancelled while it ran. */
    CANCELLED,
    /** The job did not cause the end of the run, such as when the application closes. It runs again, and no attempt is used up. */
    HANDED_BACK,
    /** The claim was lost, or it is not known whether the transaction of the run was committed. */
    LOST
}
