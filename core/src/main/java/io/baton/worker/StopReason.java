package io.baton.worker;

/** Why a run is asked to stop before its end. */
enum StopReason {
    /** A person cancelled the job. */
    CANCELLED,
    /** It took longer than its handler allows. */
    TIMED_OUT,
    /** The application closes. */
    SHUTDOWN,
    /** The job is not this worker's any more. */
    LOST
}
