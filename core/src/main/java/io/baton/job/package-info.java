/**
 * The stored job, and the roles through which other packages reach it: {@link io.baton.job.JobRoles}.
 *
 * <p>This package knows nothing of handlers, threads, Spring Boot or the SQL of a database.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>States.</b> {@code SCHEDULED -> READY -> CLAIMED -> (gone) | SCHEDULED | READY | BLOCKED | DEAD}. A job that needs permits, or waits for
 * other jobs, is {@code BLOCKED} before it is {@code READY}. It becomes {@code BLOCKED} again if it must wait anew for its permits. A job that
 * completed or was cancelled leaves the table and is in the history table if history is kept. An operator revives or cancels a {@code DEAD} job.
 *
 * <p><b>Who may change what.</b> A claim gives each job of a batch the same fresh <em>lock id</em>. While it stands, only the worker
 * that made it may write the row, and each write names the pair (id, lock id). A write that does not find this pair is
 * <em>fenced</em>: it is counted and changes nothing. Operators may set {@code cancel_requested} on a claimed row and nothing
 * else. An enqueue that replaces the holder of its unique key releases and overwrites a claimed row whose job is known not to have started.
 * A reclaim of a dead worker's jobs removes the lock id with the state.
 *
 * <p><b>Races, and how each is closed.</b>
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
 *   <li><em>An administrator changes rows.</em> The schema rejects values that would stop the claims of a queue. A job that is claimed for a
 *       worker without a row is reclaimed, as from a dead worker.
 *   <li><em>A worker dies of one of the jobs that it held.</em> Each job that a dead worker held has {@code crashes} of at least one. Its next
 *       start is counted as a crash beforehand: one update by (id, lock id), committed before the handler is called. The outcome resets the
 *       count in the same update. An unstarted job gets the count that it was claimed with, which is right whether the crash was counted or
 *       not. A reclaim only reads the count.
 *   <li><em>A crash count meets a reclaim.</em> The row's lock decides: the count is fenced and the job does not start, or the reclaim reads it.
 *   <li><em>A shutdown interrupts a job that is cancelled or completes.</em> The fence lets one settlement count; a cancel wins over the stop.
 *   <li><em>A sweep takes the key of a job that ends for one of no job.</em> One statement reads both tables, and so finds the job in one of them.
 *   <li><em>A caller takes an empty claim for the end.</em> It is not: {@code drained} queries unfinished rows, locked or not.
 * </ul>
 *
 * <p><b>Lock order.</b> A transaction locks job rows in ascending id, then history. On PostgreSQL completions wait for no job row and need no order.
 * Every transaction of Baton's own is READ COMMITTED and short.
 *
 * <p><b>The clock.</b> Every time is computed and compared by the database.
 */
@NullMarked
package io.baton.job;

import org.jspecify.annotations.NullMarked;
