/**
 * Sequences: the jobs of one name run one at a time, in the order of their ids.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_sequence} has a row for each job of a sequence that has not ended. The row is <em>asleep</em> while the job is
 * scheduled and has had no turn yet, or is dead and was skipped; <em>waiting</em>; or the <em>head</em>, the one that has its turn. A dead head
 * <em>blocks</em> the sequence, or <em>cancels</em> those that wait behind it. {@code baton_turn} has a row for each sequence that has a head.
 *
 * <p><b>States.</b> A job waits for its turn BLOCKED, with the bit {@link io.baton.job.Ties#AWAITS}. With its turn it becomes READY, or waits for
 * its permits, and has the bit {@link io.baton.job.Ties#TURN} until it ends, through all its attempts. A worker does not start a job without it.
 *
 * <p><b>Who may change what.</b> A row changes only under the lock of its job's row, but for what happens at a death, which is read under that
 * lock. The row of a turn changes only in the transaction that ends or passes over its head, under the lock of the row of the head's job; only a
 * transaction that gives the turn of a sequence without a head inserts one. It is updated in place: MariaDB and MySQL lock the keys beside one that is
 * removed and inserted again.
 *
 * <p><b>Who gives turns.</b> The transaction in which a head completes, or dies where the sequence goes on, gives the turn to the first job that it
 * sees waiting, unless the row of that job is locked. Where it gave none, after an enqueue and after a cancel, which may be in a long transaction of
 * the application, the follow-up of a node does, after the commit. A poll finds what crashes left.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>A head ends while a job is enqueued.</em> Each transaction does not see the other. Both mark the name after they commit: the last
 *       follow-up sees both.
 *   <li><em>Two nodes give a turn.</em> The row of the job is locked and the others skip it; if they choose different jobs, since one of them does
 *       not see the first yet, the key of the turn fails one of the transactions. A transaction that ends a head cannot fail by it: as long as it has not
 *       committed, the others see its head.
 *   <li><em>A job is committed after one with a higher id has its turn.</em> It gets the next one.
 *   <li><em>A transaction of the application reads an older snapshot</em>, as on MariaDB and MySQL by default. Rows that decide are read with locks.
 *   <li><em>A job becomes ready without its turn</em>, by a node that does not know sequences. Its ties lack the bit, so that the worker that claims
 *       releases it, and it waits again.
 * </ul>
 *
 * <p><b>Lock order.</b> Rows of jobs, those of the waiting ones without waiting, and then rows of sequences.
 */
@NullMarked
package io.baton.sequence;

import org.jspecify.annotations.NullMarked;
