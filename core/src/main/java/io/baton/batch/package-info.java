/**
 * Batches: when is a fan-out finished?
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_batch} has a row for each batch; {@code baton_batch_group} one for up to 8,000 items that were added together, with one
 * bit for each, which is 1 until the item has ended; {@code baton_ack} one for each thing that became of items and that their bits do not tell
 * yet. Items are jobs ({@code baton_job.batch_group} and {@code batch_index}), other batches, or names of something that is handled elsewhere.
 *
 * <p><b>Who may change what.</b> Whoever ends a job appends to {@code baton_ack}, in the transaction that ends it, and touches no other row: it
 * waits for nobody. A <em>fold</em> locks the row of the batch, then reads what was appended, changes the bits and removes what it has read; a
 * batch's groups change only under that lock. Whoever adds items writes its groups and jobs first, which nobody else sees, and locks the batch last.
 *
 * <p><b>Completion.</b> A batch is complete when it is sealed and no group has an item that has not ended. Whoever finds so under the lock of its row,
 * sealer, acker or fold, writes {@code completed_at}, and makes the job ready that waits for it, in one transaction. That is asked by an index of the
 * groups that are not marked as ended, so that a batch of many groups costs each fold no more than one of few.
 *
 * <p><b>Lock order.</b> A batch, then jobs that wait for it, without waiting. Two batches only in the order of their ids. A batch that is an item of another
 * never locks that one: it appends, as a job does. Only whoever opens a batch within another, or cancels flows within one, locks both, the outer one first.
 *
 * <p><b>Batches within batches.</b> Whoever folds a batch appends to the item that it is of another one: dead when nothing of it goes on, revived when
 * something does again, done or cancelled when it is complete. That is asked of its groups after each fold, and what was said last is kept in its
 * row, in the transaction that appends.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two settlements end the last two items.</em> Each appends its row and commits; each touches the group after that. Whoever folds last
 *       sees both, since what was appended is read in a statement after the one that got the lock. In one statement the wait would end with the old
 *       view, and nobody would complete the batch.
 *   <li><em>The last item ends while the batch is sealed.</em> Both go by the lock of the batch.
 *   <li><em>Items are added while the batch is sealed.</em> Both lock the batch: either the items are there before, or they are refused.
 *   <li><em>Items are acknowledged while somebody holds the batch for long</em>, as whoever adds to it does until the commit. They are noted after a
 *       few tries, between which no connection is held. A sealer that comes later reads what was noted.
 *   <li><em>An item is acknowledged twice</em>, or a job that completed is acknowledged by hand. A bit is cleared once.
 *   <li><em>A job dies, is revived and completes before anybody folds.</em> What is read is applied in any order: who ended has ended, and deaths and
 *       revivals cancel each other. All of a group is read, never a part of it. Who waits for the first death is told of each that is read, whatever has
 *       become of the item since.
 *   <li><em>A batch within another is stuck, goes on and is complete before anybody folds that one</em>, or several fold the inner one meanwhile. Each
 *       says under its lock what differs from what was said last: deaths and revivals alternate, and who sees one sees all before it.
 *   <li><em>A flow that was cancelled has an item that is a stuck flow, which somebody holds.</em> It is not complete before that one: dead items count
 *       as ended then, batches do not.
 *   <li><em>Somebody folds already.</em> The row is passed over and looked at again a little later: what was appended after that fold had read is
 *       still there. After some tries in vain, a fold waits in line for a second: the row is never free where many add to a batch one after the other.
 *   <li><em>A transaction of the caller's seals a batch of which all has ended.</em> It notes that the batch is to be looked at, by the negated id of the
 *       batch in the place of a group: nobody may hear of it otherwise.
 *   <li><em>A person holds the job that waits for the batch.</em> The fold is rolled back and repeated: nobody waits while it holds a batch.
 *   <li><em>A batch is purged while its jobs still end.</em> They append for a group that is no more; a fold removes that.
 *   <li><em>A batch is purged in several transactions, and somebody comes between them.</em> One that is complete, or a cancelled flow, can never
 *       come to a better end. Any other is marked in the first of them, as cancelled though it is no flow: it is unsealed, so that no fold completes
 *       it, belongs to no other batch, and whoever would lock it to change it is told that there is none. Its row goes last, so that
 *       the next purge finds it after a crash.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> Rows of {@code baton_ack} that nobody folds: whoever looks around finds them. An item whose job has gone without a
 * word, as by a hand, is found by the repair, which reads the jobs before it reads what was appended.
 */
@NullMarked
package io.baton.batch;

import org.jspecify.annotations.NullMarked;
