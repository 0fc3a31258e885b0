/**
 * Flows, which are steps of jobs that wait for each other.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> A flow is a batch whose groups belong to steps. {@code baton_flow_step} has a row for each step, {@code baton_flow_edge} one for
 * each step that it waits for, {@code baton_result} one for the result of a job whose step another step awaits. The start of a flow stores all jobs.
 * Those of a step that waits are blocked, like a job that waits for a batch, and their groups are marked with 2.
 *
 * <p><b>Release.</b> The fold of the batch knows under its lock which groups have ended. A step has ended when those before it have and none of its
 * own groups is open; a step is free when all before it have ended. A fold reads this from the groups and never counts down. The transaction in which
 * a step becomes free marks its groups with 1 and releases a first portion of their jobs. Each further portion has its own transaction. A group
 * without waiting jobs is marked with 0. Until then {@code baton_ack} has a row of the batch, so that a crash loses nothing.
 *
 * <p><b>What a fold reads.</b> A fold reads the steps of the groups that ended in it, and, by an index of groups not marked as ended, whether such a
 * step has an open group. If one has none, or the batch itself was acknowledged, the fold reads the order of all steps, a thousand at most, with the
 * open or blocked groups. A group is marked as ended when its last item has ended, or, if it is blocked then, when it is released. The mark only
 * keeps the index small: {@code remaining} says whether a group is open.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>The last jobs of two steps before the same one end.</em> Both are folded under the lock of the batch, one after the other.
 *   <li><em>A job is delivered twice.</em> The job has one row, one bit and one result, which the transaction that removes the row writes.
 *   <li><em>A flow is cancelled while a step is released.</em> Both lock the batch, and the second transaction sees what the first wrote.
 *   <li><em>Jobs that are being cancelled are about to start.</em> The cancel locks their rows without waiting, and requests a job that was claimed
 *       by then to stop.
 *   <li><em>A job that is to be released is locked by another session.</em> The fold releases the other jobs, and tries this one again a little
 *       later.
 *   <li><em>A running job adds jobs to its step, while the step ends.</em> The step cannot end before that job, whose bit is read under the locks of
 *       batch and group. Where another server may have locked the batch as well, as with Galera, its row is written.
 *   <li><em>A flow is started twice by the same key.</em> The key is unique: the second transaction waits for the commit of the first, and finds the
 *       flow.
 * </ul>
 */
@NullMarked
package io.baton.flow;

import org.jspecify.annotations.NullMarked;
