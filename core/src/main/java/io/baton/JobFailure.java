package io.baton;

import java.time.Instant;

/** The death of a job, for a handler with {@link JobHandler#afterDeath()}. Applications should not implement this interface: methods may be added. */
public interface JobFailure {

    /** Returns the identity of the dead job. */
    JobId id();

    /** Returns the name of its type. */
    String type();

    /**
     * Returns the number of its last attempt, from 1; of a job whose steps were undone, that of the undo. It is 0, and {@link #error} is empty, if the
     * death is over and this job has recorded a step or a checkpoint before, so that it goes on.
     */
    int attempts();

    /** Returns the error that is stored with it: class, message and stack of the last failure, or what Baton stored. */
    String error();

    /** Returns when it died, by the clock of the database. */
    Instant diedAt();
}
