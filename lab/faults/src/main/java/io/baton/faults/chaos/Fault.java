package io.baton.faults.chaos;

import io.baton.faults.proxy.Cut;

/**
 * One fault of a plan.
 *
 * @param when the share of the work, or of the time, after which it is made
 * @param victim which worker, counted among those that are fit for it
 * @param millis how long it lasts, beyond what it takes to be noticed
 * @param cut for {@link Kind#CUT}
 */
record Fault(Kind kind, double when, int victim, long millis, Cut cut) {

    /** What is done. */
    enum Kind {
        KILL,
        DATABASE_KILL,
        FREEZE,
        CUT,
        CUT_CLIENTS,
        /** All workers' connections end every second for a while, and come back at once. */
        FLICKER,
        /** Another session locks rows of jobs. */
        LOCK,
        TERM
    }
}
