/**
 * Batches: when is a fan-out finished?
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_batch} has a row for each batch; {@code baton_batch_group} one for up to 8,000 items that were added together, with
 * one bit for each, which is 1 until the item has ended; {@code baton_ack} one for each note, which is a change of items that is not in the bits yet.
 * Items are jobs ({@code baton_job.batch_group} and {@code batch_index}), other batches, or names of something outside of Baton.
 *
 * <p><b>Who may change what.</b> The transaction that ends a job appends to {@code baton_ack} and writes no other row of the batch, so it never waits
 * for one. A <em>fold</em> locks the row of the batch, then reads the notes, changes the bits and removes the notes; the groups of a batch change
 * only under that lock. A transaction that adds items writes its groups and jobs first, which no other sees, and locks the batch last.
 *
 * <p><b>Completion.</b> A batch is complete when it is sealed and no group has an item that has not ended. The transaction that finds this under the
 * lock of the row, by sealing, acknowledging or folding, writes {@code completed_at} and makes the waiting job ready. An index of the groups that are
 * not marked as ended leads to it, so that a fold of a batch with many groups costs no more than one of few.
 *
 * <p><b>Lock order.</b> A batch, then jobs that wait for it, without waiting. Two batches only in the order of their ids. The fold of a batch that is
 * an item of another one does not lock that one: it appends, as a job does. Only opening a batch within another, and cancelling flows within one,
 * locks both, the outer one first.
 *
 * <p><b>Batches within batches.</b> The fold of a batch appends to the item of the outer one: dead when the batch is stuck, revived when it is not
 * any more, done or cancelled when it is complete. Whether it is stuck is read from its groups after each fold; the last report is stored in its row,
 * in the transaction that appends.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two settlements end the last two items.</em> Each appends its row, commits, and marks the group. The last fold sees both, since the notes
 *       are read in a statement after the one that got the lock. In one statement the wait would end with the old snapshot, and the batch would never
 *       complete.
 *   <li><em>The last item ends while the batch is sealed.</em> Both lock the batch.
 *   <li><em>Items are added while the batch is sealed.</em> Both lock the batch: either the items are there before, or they are refused.
 *   <li><em>Items are acknowledged while the batch is locked for long</em>, as by a transaction that adds to it. They are noted after a few tries,
 *       between which no connection is held. A later sealer reads the notes.
 *   <li><em>An item is acknowledged twice</em>, or a completed job is acknowledged by the application. A bit is cleared once.
 *   <li><em>A job dies, is revived and completes before a fold.</em> Notes can be applied in any order: an end is final, and deaths and revivals
 *       cancel each other. All notes of a group are read, never a part. The job that waits for the first death is released by each death that is
 *       read, whatever has happened to the item since.
 *   <li><em>A batch within another is stuck, goes on and completes before a fold of the outer one</em>, or several transactions fold the inner one
 *       meanwhile. Each reports under its lock what differs from the last report: deaths and revivals alternate, and a fold that reads one reads all
 *       before it.
 *   <li><em>A flow that was cancelled has an item that is a stuck flow, which another transaction has locked.</em> It is not complete before that
 *       one: dead items count as ended then, batches do not.
 *   <li><em>Another fold is under way.</em> The locked row is skipped and tried again a little later: what was appended after that fold had read is
 *       still there. After some failed tries, a fold waits for the lock for a second: the row is never free while many add to a batch one after the
 *       other.
 *   <li><em>Two servers of one database lock the batch at once</em>, as with Galera. Each transaction that adds, seals or cancels writes its row, and
 *       so does a fold of a death or revival, or after which a group has no living item: one of the two fails when it commits, and is repeated.
 *   <li><em>A transaction of the caller's seals a batch of which all has ended.</em> It notes the batch, by its negated id in the place of a group,
 *       so that it is folded after the commit.
 *   <li><em>The job that waits for the batch is locked by another session.</em> The fold is rolled back and repeated: it never waits while it holds
 *       the lock of a batch.
 *   <li><em>A batch is purged while its jobs still end.</em> They append for a group that does not exist any more; a fold removes the note, if the group
 *       is still not there once the note is read.
 *   <li><em>A batch is purged in several transactions, and others write between them.</em> A complete batch or a cancelled flow stays what it is. Any
 *       other is marked in the first transaction, as cancelled though it is no flow: it is unsealed, so that no fold completes it, it is an item of
 *       no other batch, and a lock to change it finds no batch. Its row is deleted last, so that the next purge finds it after a crash.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> Rows of {@code baton_ack} that were not folded, which the next poll finds. An item whose job was removed without a
 * note, as by a manual change, is found by the repair, which reads the jobs before the notes.
 */
@NullMarked
package io.baton.batch;

import org.jspecify.annotations.NullMarked;
