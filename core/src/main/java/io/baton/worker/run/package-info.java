/**
 * This package keeps the state of runs: the jobs of each call, why it is stopped, and the jobs that this worker holds. It also writes their results,
 * many in one transaction, each fenced by the lock id of its claim.
 *
 * <p>A run is ended by its runner, by its timeout, or by the end of the worker; {@link io.baton.worker.run.ActiveRun} lets only the first of them
 * report results. An interrupt never outlives its run, because both the interrupt and the end go through the monitor of the run.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.run;

import org.jspecify.annotations.NullMarked;
