/**
 * The engine: claims jobs while there is room, runs them, settles what they came to, and says that it lives.
 *
 * <p>Knows no Boot and no database; it reaches jobs through the store only.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The road</h2>
 *
 * <p>{@link io.baton.worker.ClaimLoop} asks each {@link io.baton.worker.Lane} how much it wants and claims that. The
 * {@link io.baton.worker.LaneRunners} start threads that take jobs from their lane's buffer, begin an {@link io.baton.worker.ActiveRun} and give
 * it to the {@link io.baton.worker.JobExecutor}, which makes a {@link io.baton.worker.HandlerCall} of it for the
 * {@link io.baton.worker.HandlerInvoker}. What each job came to comes back as a {@link io.baton.worker.JobResult}: for the settler to write,
 * settled by the handler's own transaction, or not this worker's any more. The {@link io.baton.worker.Settler} takes them all, and writes many
 * outcomes in one transaction. No station calls back up.
 *
 * <p>A {@link io.baton.worker.WorkerAssembly} puts the stations together, and a {@link io.baton.worker.WorkerSession} gives them their turns on
 * four loops: claims, settlements, beats, and the watch over suspects, cancellations, orphans, unknown types and progress.
 *
 * <p><b>Races, and what closes each.</b> A wake-up between an empty claim and the rest is remembered by the loop. An interrupt meant for
 * one run never reaches the next, because both go through the run's monitor. A claim whose commit got no answer is looked up by its lock
 * id before the next one is made. A worker that learns that it was taken for dead drops what it holds and goes on under a new identity;
 * what it still writes under the old lock ids is fenced by the store. What it claims is taken on, and what it holds is dropped, under the
 * lock of its identity; a run that begins meanwhile is registered first and then finds its jobs held or gone. A process that was paused
 * finds its lease run out on every thread before one of them claims or starts anything. A runner that would start a suspect and one that
 * starts another meet at the {@link io.baton.worker.SuspectGate}, which is open again only once the outcome of the one inside is written. A
 * handler that goes on though its worker ends, and the end of the worker, both end its run, and only the first of them says what it came to.
 */
@NullMarked
package io.baton.worker;

import org.jspecify.annotations.NullMarked;
