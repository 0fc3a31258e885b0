package io.baton;

/** Decides which missed ticks of a recurring job have jobs. A tick is missed if no node could enqueue its job at that time. */
public enum MissedTicks {

    /** There is one job, for the last missed tick. */
    RUN_ONCE,

    /** There is no job, unless the last missed tick was less than a minute ago. */
    SKIP,

    /** Each of the newest 100 missed ticks has a job; only the last one has if jobs must not overlap. */
    RUN_ALL
}
