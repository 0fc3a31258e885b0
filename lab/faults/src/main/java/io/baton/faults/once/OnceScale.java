package io.baton.faults.once;

/**
 * How much is tried.
 *
 * @param nodes that run jobs
 * @param files that are processed each night
 * @param nights one after the other
 * @param rounds in which several clients request the same
 * @param effects that are to be had once
 * @param crashes of these that end a process after its effect
 * @param records that all threads change
 */
record OnceScale(int nodes, int files, int nights, int rounds, int effects, int crashes, int records) {

    static final OnceScale FULL = new OnceScale(3, 500, 3, 1_000, 1_000, 10, 1_000);
    /** For every build. */
    static final OnceScale SMOKE = new OnceScale(2, 0, 0, 120, 200, 1, 0);
}
