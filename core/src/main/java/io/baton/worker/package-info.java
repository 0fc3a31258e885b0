/**
 * The engine: claims jobs while there is room, runs them, writes their outcomes, and sends heartbeats.
 *
 * <p>Knows neither Spring Boot nor SQL; it reaches jobs through the store only. This package has what all its subpackages use: settings, and the
 * identity of the worker.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The path of a job</h2>
 *
 * <p>Each package knows only those after it: {@code life}, {@code claim}, {@code lane}, {@code call}, {@code run}. The {@link
 * io.baton.worker.claim.ClaimLoop} claims as many jobs as each {@link io.baton.worker.lane.Lane} has room for. The {@link
 * io.baton.worker.lane.LaneRunners} start threads that take jobs from their lane, begin an {@link io.baton.worker.run.ActiveRun} and pass it to
 * the {@link io.baton.worker.call.JobExecutor}, which calls the handler. Each job ends in a {@link io.baton.worker.run.JobResult}: to be written
 * by the {@link io.baton.worker.run.Settler}, written by the handler's own transaction, or lost to another worker. Calls from a later package
 * to an earlier one are callbacks, registered in {@code WorkerAssembly.connect}.
 *
 * <p>A {@link io.baton.worker.life.WorkerAssembly} connects the components, and a {@link io.baton.worker.life.WorkerSession} runs them on five
 * loops: claims, settlements, heartbeats, the watch over suspects, cancellations, orphans and progress, and the follow-ups, such as
 * admissions of limited jobs.
 *
 * <p><b>Races, and what closes each</b>, beside those of each package. What a worker claims is accepted, and what it holds is dropped, under the
 * lock of its {@link io.baton.worker.WorkerIdentity}; a run that begins meanwhile is registered first and then finds its jobs held or gone. A
 * process that was paused finds its lease expired on every thread before one of them claims or starts anything.
 */
@NullMarked
package io.baton.worker;

import org.jspecify.annotations.NullMarked;
