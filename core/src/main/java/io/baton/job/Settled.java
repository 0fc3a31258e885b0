package io.baton.job;

/** What became of a settlement, or of another write under a claim. */
public enum Settled {
    /** It is written. */
    DONE,
    /** The job is somebody else's by now; nothing was written. */
    FENCED,
    /** Somebody holds the row at the moment; try again. */
    BUSY
}
