package io.baton.sample.approvals;

/** What became of a decision. */
public enum Outcome {
    /** It counts, and the job has its signal. */
    DECIDED,
    /** There is an earlier decision, which stays, or no such request. */
    NOT_OPEN,
    /** The job has ended, or waits no more: nothing is stored. */
    TOO_LATE
}
