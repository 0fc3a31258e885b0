package io.baton;

/** What becomes of the ticks of a recurring job that passed while no node could enqueue it. */
public enum MissedTicks {

    /** One job, for the last of them. */
    RUN_ONCE,

    /** No job, unless the last of them passed within the last minute. */
    SKIP,

    /** A job for each of them, for the newest 100 at most; one job where ticks do not overlap. */
    RUN_ALL
}
