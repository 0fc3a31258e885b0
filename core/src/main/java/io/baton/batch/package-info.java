/**
 * Batches, which report when a group of jobs and other items has ended.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_batch} has a row for each batch. {@code baton_batch_group} has one for up to 8,000 items that were added together,
 * with a bit for each item: 1 until it has ended. A row of {@code baton_ack} is an acknowledgement: a change of items that is not in the bits yet. An
 * item is a job ({@code baton_job.batch_group} and {@code batch_index}), another batch, or the name of something outside of Baton.
 *
 * <p><b>Who may change what.</b> The transaction that ends a job appends to {@code baton_ack} and writes no other row of the batch, so it never waits
 * for one. A <em>fold</em> locks the row of the batch, reads the acknowledgements, merges them into the bits and removes them. The groups of a batch
 * change only under that lock. A transaction that adds items writes its groups and jobs first, unseen by others, and locks the batch last.
 *
 * <p><b>Completion.</b> A batch is complete when it is sealed and no group has an item that has not ended. The transaction that finds this under the
 * lock of the row, in a seal, an acknowledgement or a fold, writes {@code completed_at} and makes the waiting job ready. It reads an index of the
 * groups that are not marked as ended, so that the cost of a fold does not depend on the number of groups.
 *
 * <p><b>Lock order.</b> A transaction locks a batch, then without waiting the jobs that wait for that batch. It locks two batches only in the order
 * of their ids. The fold of an inner batch does not lock the outer one: it appends an acknowledgement, as a job does. Only the opening of an inner
 * batch and the cancel of inner flows lock both, the outer one first.
 *
 * <p><b>Batches within batches.</b> The fold of an inner batch acknowledges its item in the outer batch: as dead when the inner batch is stuck, as
 * revived when it goes on, as done or cancelled when it is complete. Each fold reads from the groups whether the batch is stuck. The transaction that
 * appends also stores the last report in the row of the batch.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two settlements end the last two items.</em> Each appends its row, commits, and marks the group. The last fold sees both, since it reads
 *       the acknowledgements in a statement after the one that got the lock. A single statement would read with the snapshot of before the wait, and
 *       the batch would never complete.
 *   <li><em>The last item ends while the batch is sealed.</em> Both lock the batch.
 *   <li><em>Items are added while the batch is sealed.</em> Both lock the batch: either the items are added before, or they are refused.
 *   <li><em>Items are acknowledged while the batch is locked for long</em>, as by a transaction that adds to it. After a few tries, between which no
 *       connection is held, the acknowledgements are only stored. A later seal reads them.
 *   <li><em>An item is acknowledged twice</em>, or a completed job is acknowledged by the application. A bit is cleared once.
 *   <li><em>A job dies, is revived and completes before a fold.</em> Acknowledgements apply in any order: an end is final, and deaths and revivals
 *       cancel each other. A fold reads all acknowledgements of a group. Each death that a fold reads releases the job that waits for the first
 *       death, even if the item was revived since.
 *   <li><em>A batch within another is stuck, goes on and completes before a fold of the outer one</em>, or several transactions fold the inner one
 *       meanwhile. Each reports, under the lock of the inner batch, only a difference from the last report. So deaths and revivals alternate, and a
 *       fold that reads one report reads all earlier ones.
 *   <li><em>A flow that was cancelled has an item that is a stuck flow, which another transaction has locked.</em> The outer flow is not complete
 *       before the inner one: in a cancelled flow a dead job counts as ended, an incomplete batch does not.
 *   <li><em>Another fold is under way.</em> The locked row is skipped and tried again later, since rows may have been appended after the other fold
 *       had read. After some failed tries, a fold waits for the lock for a second: transactions that add in turn may never leave the row free.
 *   <li><em>Two servers of one database lock the batch at once</em>, as with Galera. A transaction that adds, seals or cancels writes the row of the
 *       batch. So does a fold that reads a death or revival, or leaves a group without a living item. One of the two transactions fails when it
 *       commits, and is repeated.
 *   <li><em>A transaction of the caller's seals a batch whose items have all ended.</em> It stores an acknowledgement with the negated id of the
 *       batch instead of a group, so that the batch is folded after the commit.
 *   <li><em>The job that waits for the batch is locked by another session.</em> The fold is rolled back and repeated: it never waits while it holds
 *       the lock of a batch.
 *   <li><em>A batch is purged while its jobs still end.</em> They append for a group that does not exist any more. A fold removes such an
 *       acknowledgement if the group is missing in a read after that of the acknowledgement.
 *   <li><em>A batch is purged in several transactions, and others write between them.</em> A complete batch or a cancelled flow stays as it is. The
 *       first transaction marks any other batch as cancelled, though it is no flow, unseals it, so that no fold completes it, and removes it from its
 *       outer batch; other transactions treat it as unknown. The row is deleted last, so that a purge finds it after a crash.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> The next poll finds rows of {@code baton_ack} that were not folded. The repair finds items whose job was removed
 * without an acknowledgement, as by a manual change; it reads the jobs before the acknowledgements.
 */
@NullMarked
package io.baton.batch;

import org.jspecify.annotations.NullMarked;
