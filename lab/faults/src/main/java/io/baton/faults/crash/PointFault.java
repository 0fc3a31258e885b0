package io.baton.faults.crash;

/** A fault at a point. */
enum PointFault {
    /** An exception, as of a database that went away. */
    EXCEPTION,
    /** An error that no code handles. */
    DEATH,
    /** Every connection ends; where a commit is under way it arrives, and its response does not. */
    CUT
}
