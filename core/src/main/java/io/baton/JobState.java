package io.baton;

/** Where a job stands, as people see it. */
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
    /** Failed for good; kept for a person, who may revive or cancel it. */
    DEAD,
    /** Cancelled before it completed. */
    CANCELLED;

    /** Whether nothing more will happen to a job in this state by itself. */
    public boolean isFinal() {
        return this == COMPLETED || this == DEAD || this == CANCELLED;
    }
}
