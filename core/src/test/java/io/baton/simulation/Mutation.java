package io.baton.simulation;

/** What is broken on purpose, to see whether anybody notices. */
enum Mutation {
    NONE,
    /** A settlement counts whoever holds the job. */
    NO_FENCE,
    /** A claim gets what another claim holds. */
    CLAIMED_TWICE,
    /** A failed attempt is as if it had not been. */
    ATTEMPT_FREE,
    /** A crash is charged to nobody. */
    CRASH_FREE,
    /** A lease by the clock: who has not beaten for the time it takes is dead, whatever kept it. */
    LEASE_BY_CLOCK,
    /** A worker is declared dead whether it has beaten since it was seen or not. */
    BEAT_IGNORED,
    /** Whoever looks at the living always sees the same beat. */
    BEAT_UNSEEN,
    /** An admission waits for the lock of a limit and counts what is held in one statement, which sees what was there before its wait. */
    ONE_STATEMENT,
    /** What a job held stays held when it ends. */
    NO_RELEASE,
    /** Nobody is told of what a job gave back. */
    UNTOUCHED,
    /** A job whose time has come is ready at once, whatever permits it needs. */
    UNADMITTED,
    /** What was given of a rate is there as before. */
    RATE_UNUSED,
    /** A fold waits for the lock of a batch and reads in one statement, which sees what was there before its wait. */
    FOLDED_BEFORE_LOCK,
    /** A fold that finds a batch locked comes back to it never, and nobody looks around. */
    PASSED_OVER_FOR_GOOD,
    /** Nobody notes that a release is unfinished. */
    NO_NOTE,
    /** A step is free when one of those before it has ended. */
    ANY_STEP_BEFORE
}
