package io.baton;

/** The state of a job. */
public enum JobState {
    /** Due later. */
    SCHEDULED,
    /** Due, and waiting for a worker. */
    READY,
    /** Held by a worker, which runs it now or very soon. */
    CLAIMED,
    /** Waiting for a permit or for other jobs. */
    BLOCKED,
    /** Ran to its end. */
    COMPLETED,
    /** Failed for good; kept until an operator revives or cancels it. */
    DEAD,
    /** Cancelled before it completed. */
    CANCELLED;

    /** Returns whether nothing more will happen to a job in this state by itself. */
    public boolean isFinal() {
        return this == COMPLETED || this == DEAD || this == CANCELLED;
    }
}
