/**
 * The engine claims jobs while there is room, runs them, writes their outcomes, and sends heartbeats.
 *
 * <p>It knows neither Spring Boot nor SQL, and reaches jobs through the store only. This package has the classes that all its subpackages use, such
 * as settings and the identity of the worker.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The path of a job</h2>
 *
 * <p>Each package knows only those after it: {@code life}, {@code claim}, {@code lane}, {@code call}, {@code run}. The {@link
 * io.baton.worker.claim.ClaimLoop} claims as many jobs as each {@link io.baton.worker.lane.Lane} has room for. The {@link
 * io.baton.worker.lane.LaneRunners} start threads that take jobs from their lane, begin an {@link io.baton.worker.run.ActiveRun} and pass it to the
 * {@link io.baton.worker.call.JobExecutor}, which calls the handler. Each job ends in a {@link io.baton.worker.run.ActiveRun.JobResult}: the {@link
 * io.baton.worker.run.Settler} is to write it, the handler's own transaction has written it, or the claim was lost. Calls from a later package to an
 * earlier one are callbacks, which {@code WorkerAssembly} and {@code WorkerSession} register.
 *
 * <p>A {@link io.baton.worker.life.WorkerAssembly} connects the components, and a {@link io.baton.worker.life.WorkerSession} runs them on loops: one
 * each for claims, settlements and heartbeats, one that watches suspects, cancellations, orphans and progress, and one for each follow-up, such as
 * the admission of limited jobs.
 *
 * <p><b>Races</b> within a package are described there; these are closed here. Jobs are accepted and dropped under the lock of the {@link
 * io.baton.worker.WorkerIdentity}. A run that begins meanwhile is registered first, and finds its jobs held or gone afterwards. After a pause of the
 * process, every thread finds the lease expired before it claims or starts anything.
 */
@NullMarked
package io.baton.worker;

import org.jspecify.annotations.NullMarked;
