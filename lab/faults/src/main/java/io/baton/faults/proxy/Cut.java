package io.baton.faults.proxy;

/** What a network can do to its connections. */
public enum Cut {
    /** All is well. */
    PASS,
    /** Every piece arrives late. */
    DELAY,
    /** Nothing arrives any more, not even the end of the other side; connections caught in it never recover. */
    STALL,
    /** The server receives everything, and nothing that it sends arrives. */
    DROP_REPLIES,
    /** Every connection ends at once; new ones are fine. */
    RESET,
    /** Every connection ends at once, and no new one comes about. */
    REFUSE
}
