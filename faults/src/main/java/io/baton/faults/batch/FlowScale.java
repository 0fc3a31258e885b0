package io.baton.faults.batch;

/**
 * How much is tried with flows.
 *
 * @param checks how many jobs a group has whose results are analyzed
 * @param many how many jobs a step has whose release is broken
 * @param cancelled how many jobs a step has that is cancelled while it is released
 * @param most how long a transaction may take that releases jobs, in milliseconds
 */
record FlowScale(int checks, int many, int cancelled, long most) {

    static final FlowScale FULL = new FlowScale(1_000, 100_000, 100_000, 1_000);
    /** For every build, on any machine. */
    static final FlowScale SMOKE = new FlowScale(200, 5_000, 5_000, Long.MAX_VALUE);
}
