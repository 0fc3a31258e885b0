package io.baton.job;

/** The result of a settlement, or of another write under a claim. */
public enum Settled {
    /** The write took effect. */
    DONE,
    /** The write took effect, and the job, which was to wait, is ready again at once. */
    WOKEN,
    /** The claim was lost; nothing was written. */
    FENCED,
    /** Another transaction has locked the row or changed it at the same moment; the caller should try again. */
    BUSY
}
