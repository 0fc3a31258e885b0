package io.baton.faults.crash;

/** What happens at a point. */
enum Mishap {
    /** An exception, as of a database that went away. */
    EXCEPTION,
    /** An error that nobody is prepared for. */
    DEATH,
    /** Every connection ends; where a commit is under way it arrives, and its answer does not. */
    CUT
}
