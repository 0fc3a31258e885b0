/**
 * Recurring jobs: one job for each tick of a schedule in the whole cluster.
 *
 * <p>Knows how jobs are enqueued; knows neither handlers nor threads.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_schedule} has a row for each schedule, whether a method declares it or the application added it: its jobs, its times, and the next
 * tick. Each node with a worker polls for rows whose tick has passed, by the clock of the database, and fires one after the other: under the lock of
 * the row, in one READ COMMITTED transaction, the next tick is written and the job of the last one stored. So each tick has one job, however many
 * nodes of however many versions poll. The next tick follows from the one before, never from the present.
 *
 * <p>A node writes the declarations of its code when its worker starts, and only if they differ from the last ones, whose digest is stored. So
 * changes at run time outlive restarts, and the version that starts last wins a rolling deployment. A tick that has passed when a schedule changes
 * still has its job.
 *
 * <p>Every ten minutes one of the nodes marks each schedule as known: one that its code declares, or one that was added at run time if it has a
 * handler of the type. A schedule that no node has marked for an hour, while there were workers, stops until a node marks it again.
 *
 * <p><b>The tick of a job</b> is stored in its labels: retries change its due time.
 *
 * <p><b>Lock order.</b> The row of a schedule, then rows of jobs. Only the application locks two schedules at once, in a transaction of its own; all
 * others skip locked rows.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Several nodes fire one tick.</em> The lock of the row; whether the tick has passed is read after the lock.
 *   <li><em>A node dies between the next tick and the job.</em> They are one transaction.
 *   <li><em>Several nodes declare, or add, a schedule that is new.</em> Its name is unique; the second waits for the commit of the first, and reads
 *       by another statement whose row it is.
 *   <li><em>A schedule is changed, paused or removed beside a tick.</em> Both lock the row: the tick has its job before, or none.
 *   <li><em>The last job ends beside a tick that must not overlap it.</em> Whether it has ended is read by a statement after the one that locked the
 *       row, and only ticks and triggers, under that lock, set another last job.
 *   <li><em>The clock of the database is set back.</em> The next tick is stored in the row; where it is computed anew, it is after the last one that
 *       had a job.
 *   <li><em>A schedule cannot be fired</em>, whatever the reason. Each has its own transaction; the others do not wait for it.
 *   <li><em>A node cannot read a row</em>, whose time zone only newer ones know. It leaves the row unchanged, and its ticks to nodes that can read
 *       it.
 * </ul>
 */
@NullMarked
package io.baton.recurring;

import org.jspecify.annotations.NullMarked;
