package io.baton.worker.run;

/** Why a run is asked to stop before its end. */
public enum StopReason {
    /** A person cancelled the job. */
    CANCELLED,
    /** It took longer than its handler allows. */
    TIMED_OUT,
    /** The application closes. */
    SHUTDOWN,
    /** The job is not this worker's any more. */
    LOST
}
