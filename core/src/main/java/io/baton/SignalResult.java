package io.baton;

/** What became of a signal. */
public enum SignalResult {
    /** The job waited for it, and goes on. */
    DELIVERED,
    /** The job does not wait for it yet, and finds it when it does. */
    STORED,
    /** The job has ended or is dead, or its wait of this name has timed out and no other is open. The signal is dropped. */
    TOO_LATE,
    /** There is no such job. */
    UNKNOWN
}
