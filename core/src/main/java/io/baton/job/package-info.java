/**
 * The job row at rest, and the narrow waist through which everything else reaches it: {@link io.baton.job.JobRoles}.
 *
 * <p>Knows nothing of handlers, threads, Spring Boot or how a database is spoken to.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>States.</b> {@code SCHEDULED -> READY -> CLAIMED -> (gone) | SCHEDULED | READY | DEAD}. A job that completed or was cancelled
 * leaves the table and, as long as history is kept, stands in the history table. {@code DEAD -> READY}, or cancelled, by a
 * person.
 *
 * <p><b>Who may change what.</b> A claim gives each job of a batch the same fresh <em>lock id</em>. While it stands, only the worker
 * that made it may write the row, and each of its writes names the pair (id, lock id): a write that finds another pair, or none, is
 * <em>fenced</em>, which is counted and never overwritten. People may set {@code cancel_requested} on a claimed row and nothing else.
 * Whoever takes jobs back from a dead worker removes the lock id with the state.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two claimers see the same rows.</em> Rows are locked with SKIP LOCKED in the statement that changes them, or the change
 *       repeats {@code state = READY}; never {@code id IN (SELECT .. LIMIT ..)}, which may run the sub-select once per row.
 *   <li><em>A worker that was taken for dead settles.</em> The pair (id, lock id) is compared under the row's lock. Ids and lock ids are
 *       compared as pairs, not as two lists: the same JVM may hold job 1 again under another lock id.
 *   <li><em>A person holds one row of a hundred.</em> Settlements skip locked rows and answer {@code BUSY} for them: a settlement waits
 *       for nobody.
 *   <li><em>A cancel meets a completion.</em> The row's lock decides: the completion wins, or every outcome but completion turns into
 *       CANCELLED.
 *   <li><em>A sweeper promotes what a person reschedules.</em> Both change {@code state} under the row's lock and repeat the state they
 *       expect.
 *   <li><em>A person writes rows by hand.</em> What would stop the claims of a queue, the schema refuses. What is claimed for a worker
 *       without a row is taken back, as from a dead one.
 *   <li><em>A worker dies of a job, and who of those it held did it?</em> What a dead worker held has {@code crashes} of one at least. Such
 *       a job is charged before it starts: one update by (id, lock id), committed before the handler is called. Whatever its run comes to
 *       takes the charge away in the same update, and what goes back unstarted gets the number that it was claimed with, which is right
 *       whether the charge was written or not. Whoever takes jobs back from the dead only reads it.
 *   <li><em>A charge meets a taking back.</em> The row's lock decides: either the charge is fenced and the job does not start, or it is read.
 *   <li><em>A shutdown interrupts what a person cancels, or what completes.</em> One settlement counts, by the fence; a cancel wins over
 *       an interruption.
 *   <li><em>An empty claim is taken for the end.</em> It is not: {@code drained} asks for unfinished rows, whoever holds them.
 * </ul>
 *
 * <p><b>Lock order.</b> Job rows in ascending id, history after them. Every transaction of Baton's own is READ COMMITTED and short.
 *
 * <p><b>The clock.</b> Every time is computed and compared by the database.
 */
@NullMarked
package io.baton.job;

import org.jspecify.annotations.NullMarked;
