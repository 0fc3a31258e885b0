package io.baton.job;

/** What has become of a claim. */
public enum ClaimStatus {
    /** It stands, and nobody is about to end it. */
    HELD,
    /** It was settled, or the job was taken back. */
    OVER,
    /** Somebody holds the row at the moment, perhaps to end the claim; ask again. */
    BUSY
}
