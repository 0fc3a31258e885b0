/**
 * The engine: claims jobs while there is room, runs them, writes their outcomes, and sends heartbeats.
 *
 * <p>Knows no Boot and no database; it reaches jobs through the store only. This package holds what all its rooms know: settings, and the identity
 * of the worker.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The road</h2>
 *
 * <p>Each room knows only those after it: {@code life}, {@code claim}, {@code lane}, {@code settle}, {@code call}, {@code context}, {@code run}. The
 * {@link io.baton.worker.claim.ClaimLoop} claims as many jobs as each {@link io.baton.worker.lane.Lane} has room for. The
 * {@link io.baton.worker.lane.LaneRunners} start threads that take jobs from their lane, begin an {@link io.baton.worker.run.ActiveRun} and pass it
 * to the {@link io.baton.worker.call.JobExecutor}, which calls the handler. Each job ends in a {@link io.baton.worker.run.JobResult}: to be written
 * by the {@link io.baton.worker.settle.Settler}, written by the handler's own transaction, or lost to another worker. No station calls back up.
 *
 * <p>A {@link io.baton.worker.life.WorkerAssembly} puts the stations together, and a {@link io.baton.worker.life.WorkerSession} runs them on four
 * loops: claims, settlements, heartbeats, and the watch over suspects, cancellations, orphans, unknown types and progress.
 *
 * <p><b>Races, and what closes each</b>, beside those of each room. What a worker claims is accepted, and what it holds is dropped, under the lock of
 * its {@link io.baton.worker.WorkerIdentity}; a run that begins meanwhile is registered first and then finds its jobs held or gone. A process that
 * was paused finds its {@link io.baton.worker.Lease} expired on every thread before one of them claims or starts anything.
 */
@NullMarked
package io.baton.worker;

import org.jspecify.annotations.NullMarked;
