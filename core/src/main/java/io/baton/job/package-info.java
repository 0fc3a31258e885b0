/**
 * The stored job, and the roles through which other packages reach it: {@link io.baton.job.JobRoles}.
 *
 * <p>Knows nothing of handlers, threads, Spring Boot or the SQL of a database.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>States.</b> {@code SCHEDULED -> READY -> CLAIMED -> (gone) | SCHEDULED | READY | BLOCKED | DEAD}. A job that needs permits, or waits for
 * other jobs, is {@code BLOCKED} before it is {@code READY}, and is again while its permits are released. A job that completed or was cancelled
 * leaves the table and, as long as history is kept, is in the history table. {@code DEAD -> READY}, or cancelled, by an operator.
 *
 * <p><b>Who may change what.</b> A claim gives each job of a batch the same fresh <em>lock id</em>. While it stands, only the worker
 * that made it may write the row, and each of its writes names the pair (id, lock id): a write that finds another pair, or none, is
 * <em>fenced</em>, which is counted and never overwritten. Operators may set {@code cancel_requested} on a claimed row and nothing
 * else. An enqueue that replaces the holder of its unique key releases and overwrites a claimed row whose job is known not to have started.
 * Reclaiming jobs of a dead worker removes the lock id with the state.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two claimers see the same rows.</em> Rows are locked with SKIP LOCKED in the statement that changes them, or the change
 *       repeats {@code state = READY}; never {@code id IN (SELECT .. LIMIT ..)}, which may run the sub-select once per row.
 *   <li><em>A worker that was declared dead settles.</em> The pair (id, lock id) is compared under the row's lock. Ids and lock ids are
 *       compared as pairs, not as two lists: the same JVM may hold job 1 again under another lock id.
 *   <li><em>A foreign session locks one row of a hundred.</em> Settlements skip locked rows and return {@code BUSY} for them.
 *   <li><em>A cancel meets a completion.</em> The row's lock decides: the completion wins, or every outcome but completion turns into
 *       CANCELLED.
 *   <li><em>A sweeper promotes what an operator reschedules.</em> Both change {@code state} under the row's lock and repeat the state they
 *       expect.
 *   <li><em>A manual change of rows.</em> The schema rejects what would stop the claims of a queue. What is claimed for a worker without a
 *       row is reclaimed, as from a dead one.
 *   <li><em>A worker dies of one of the jobs that it held.</em> What a dead worker held has {@code crashes} of one at least. Such a job is
 *       counted as a crash before it starts: one update by (id, lock id), committed before the handler is called. Its outcome resets the
 *       count in the same update, and an unstarted job gets back the count that it was claimed with, which is right whether the crash was
 *       counted or not. Reclaiming only reads it.
 *   <li><em>A crash count meets a reclaim.</em> The row's lock decides: either the count is fenced and the job does not start, or it is read.
 *   <li><em>A shutdown interrupts what an operator cancels, or what completes.</em> One settlement counts, by the fence; a cancel wins over
 *       an interruption.
 *   <li><em>An empty claim is taken for the end.</em> It is not: {@code drained} queries unfinished rows, locked or not.
 * </ul>
 *
 * <p><b>Lock order.</b> Job rows in ascending id, but for completions on PostgreSQL, which wait for no job row; history after them. Every transaction of Baton's own is READ COMMITTED and short.
 *
 * <p><b>The clock.</b> Every time is computed and compared by the database.
 */
@NullMarked
package io.baton.job;

import org.jspecify.annotations.NullMarked;
