/**
 * Recurring jobs, of which each tick of a schedule has one in the whole cluster.
 *
 * <p>This package knows how jobs are enqueued. It knows neither handlers nor threads.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_schedule} has a row for each schedule, whether a method declares it or the application added it. The row describes the jobs and
 * their times, and has the next tick. Each node with a worker polls for rows whose tick has passed, by the clock of the database, and fires one after
 * the other: a READ COMMITTED transaction locks the row, writes the next tick and stores the job of the one that has passed. So each tick has one
 * job, however many nodes and versions poll. The next tick is computed from the one before, never from the present time.
 *
 * <p>A node writes the declarations of its code when its worker starts, and only if they differ from the last ones, whose digests are stored. So
 * changes at run time outlive restarts, and in a rolling deployment the version that starts last wins. A tick that has passed when a schedule changes
 * still gets its job.
 *
 * <p>Every ten minutes a node marks each schedule as known, if the node's code declares it or, for one added at run time, has a handler for its type.
 * A schedule that no node has marked for an hour, while there were workers, stops until a node marks it again.
 *
 * <p><b>A calendar</b> is stored by its name; each node has its days. Days that were closed after the next tick was computed are left out when it
 * has passed. A declaration has a digest of the days, so that other days let the next tick be computed anew.
 *
 * <p><b>The tick of a job</b> is stored in the labels of the job, because retries change its due time.
 *
 * <p><b>Lock order.</b> A transaction locks the row of a schedule, then rows of jobs. Only a transaction of the application locks two schedules at
 * once; all others skip locked rows.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Several nodes fire one tick.</em> Each locks the row, and reads after that whether the tick has passed.
 *   <li><em>A node dies between the next tick and the job.</em> One transaction writes both.
 *   <li><em>Several nodes declare, or add, a schedule that is new.</em> Its name is unique: the second node waits for the commit of the first, and
 *       reads in another statement whose row it is.
 *   <li><em>A schedule is changed, paused or removed beside a tick.</em> Both lock the row: the tick gets its job before, or none.
 *   <li><em>The last job ends beside a tick that must not overlap it.</em> A statement after the one that locked the row reads whether the job has
 *       ended, and only ticks and triggers set another last job, under that lock.
 *   <li><em>The clock of the database is set back.</em> The row has the next tick. Where a change computes it anew, it is later than the last tick
 *       that got a job.
 *   <li><em>A schedule cannot be fired</em>, for any reason. Each schedule has its own transaction, so the others do not wait for it.
 *   <li><em>A node cannot read a row</em>, such as one with a time zone or a calendar that only other nodes know. It leaves the row unchanged, and nodes that can
 *       read it fire its ticks.
 * </ul>
 */
@NullMarked
package io.baton.recurring;

import org.jspecify.annotations.NullMarked;
