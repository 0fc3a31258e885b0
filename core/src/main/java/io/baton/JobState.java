package io.baton;

/** The state of a job. */
public enum JobState {
    /** The job is due later. */
    SCHEDULED,
    /** The job is due, and waits for a worker. */
    READY,
    /** A worker holds the job, and runs it now or very soon. */
    CLAIMED,
    /** The job waits for a permit or for other jobs. */
    BLOCKED,
    /** The handler waits, by {@link JobContext#sleep} or {@link JobContext#await}. No worker holds the job. */
    WAITING,
    /** The job ran to its end. */
    COMPLETED,
    /** The job failed for good, and is kept until an operator revives or cancels it, or until {@code baton.retention.dead} has passed. */
    DEAD,
    /** The job was cancelled before it completed. */
    CANCELLED;

    /** Returns whether a job in this state changes no more, unless an operator acts. */
    public boolean isFinal() {
        return this == COMPLETED || this == DEAD || this == CANCELLED;
    }
}
