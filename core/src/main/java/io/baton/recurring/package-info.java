/**
 * Jobs that recur: one for each tick of a schedule in the whole cluster.
 *
 * <p>Knows how jobs are enqueued; knows neither handlers nor threads.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_schedule} has a row for each schedule, whether a method declares it or somebody added it: what its jobs are, when, and the next
 * tick. Any node with a worker looks for rows whose tick has passed, by the clock of the database, and takes one after the other: under the lock of
 * the row, in one READ COMMITTED transaction, the next tick is written and the job of the last one stored. So each tick has one job, however many
 * nodes look, of however many versions. The next tick is found from the one before, never from the present.
 *
 * <p>A node writes what its code says when its worker starts, and only if it is not what some code said last: a digest of that is kept. So what was
 * changed at run time outlives restarts, and the version that starts last wins a rolling deployment. A tick that has passed when a schedule changes
 * still has its job.
 *
 * <p>Nodes say every ten minutes that they know the schedules of their code and, of those added at run time, the types; one of them says it for all.
 * What nobody has said for an hour, while workers were there, stops until a node knows it again.
 *
 * <p><b>The tick of a job</b> stands in its labels: retries change its due time.
 *
 * <p><b>Lock order.</b> The row of a schedule, then rows of jobs. Nobody locks two schedules at once, but for the application in a transaction of its
 * own; whoever fires or keeps schedules passes over rows that somebody holds.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Several nodes fire one tick.</em> The lock of the row; whether the tick has passed is read after the lock was got.
 *   <li><em>A node dies between the next tick and the job.</em> They are one transaction.
 *   <li><em>Several nodes declare, or add, a schedule that is new.</em> Its name is unique; whoever is second waits for the commit of the first, and
 *       reads by another statement whose row it is.
 *   <li><em>A schedule is changed, paused or removed beside a tick.</em> Both lock the row: the tick has its job before, or none.
 *   <li><em>The last job ends beside a tick that must not overlap it.</em> Whether it has ended is asked by a statement after the one that locked the
 *       row, and only ticks and triggers, under that lock, make another one the last.
 *   <li><em>The clock of the database is set back.</em> The next tick stands in the row; where it is found anew, it comes after the last one that had a job.
 *   <li><em>A schedule cannot be fired</em>, whatever the reason. Each has its own transaction; the others do not wait for it.
 *   <li><em>A node cannot read a row</em>, whose time zone only newer ones know. It leaves the row as it is, and its ticks to nodes that can.
 * </ul>
 */
@NullMarked
package io.baton.recurring;

import org.jspecify.annotations.NullMarked;
