package io.baton.job;

/** The status of a claim. */
public enum ClaimStatus {
    /** The claim stands, and no other transaction is about to end it. */
    HELD,
    /** The job was settled or reclaimed. */
    OVER,
    /** Another transaction has locked the row, and may end the claim: try again. */
    BUSY
}
