/**
 * The state of runs: the jobs of one call under way, why they are stopped, and the jobs that this worker holds; and their results, of which many
 * are written in one transaction, each fenced by the lock id of its claim.
 *
 * <p>A run is ended by its runner, by its timeout, or by the end of the worker; {@link io.baton.worker.run.ActiveRun} lets only the first of them
 * report results. An interrupt never outlives the run it was meant for, because both go through the monitor of the run.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.run;

import org.jspecify.annotations.NullMarked;
