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
    BEAT_UNSEEN
}
