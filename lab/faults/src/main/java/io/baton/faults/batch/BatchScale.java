package io.baton.faults.batch;

import java.time.Duration;

/**
 * How much is tried.
 *
 * @param nodes that fold one batch
 * @param batches that they fold, one after the other
 * @param jobs of each of these
 * @param kills between the settlement of jobs and the fold
 * @param others kills at each other point, and freezes at each
 * @param turmoil how long processes are killed and frozen at any moment
 */
record BatchScale(int nodes, int batches, int jobs, int kills, int others, Duration turmoil) {

    static final BatchScale FULL = new BatchScale(8, 5, 2_000, 50, 4, Duration.ofSeconds(60));
    /** For every build. */
    static final BatchScale SMOKE = new BatchScale(2, 1, 400, 2, 1, Duration.ZERO);
}
