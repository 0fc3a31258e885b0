package io.baton.worker.run;

/** The reason why a run is stopped before its end. */
public enum StopReason {
    /** The job was cancelled. */
    CANCELLED,
    /** The run took longer than its handler allows. */
    TIMED_OUT,
    /** The application closes. */
    SHUTDOWN,
    /** The claim of the job was lost. */
    LOST
}
