package io.baton.faults.batch;

/**
 * How much is tried with flows.
 *
 * @param checks how many jobs a group has whose results are analyzed
 * @param many how many jobs a step has whose release is broken
 * @param cancelled how many jobs a step has that is cancelled while it is released
 * @param everyWay whether a release is broken and cancelled in every way, or in one
 */
record FlowScale(int checks, int many, int cancelled, boolean everyWay) {

    static final FlowScale FULL = new FlowScale(1_000, 100_000, 100_000, true);
    /** For every build. */
    static final FlowScale SMOKE = new FlowScale(200, 5_000, 5_000, false);
}
