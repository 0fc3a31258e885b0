/**
 * Flows: steps of jobs that wait for each other.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> A flow is a batch whose groups belong to steps. {@code baton_flow_step} has a row for each step, {@code baton_flow_edge} one for
 * each step that it waits for, {@code baton_result} one for the result of a job, if a step waits for its step. All jobs are stored when the flow is
 * started: those of a step that waits for others are blocked as a job is that waits for the end of a batch, and their groups are marked with 2.
 *
 * <p><b>Release.</b> The fold of the batch knows under its lock which groups have ended. A step has ended when those before it have and none of its
 * own groups is open; a step is free when all before it have ended. That is read from the groups and never counted down. The groups of a free step
 * are marked with 1, in the transaction in which the last step before it ends, and their jobs are released in portions, the first of them in that
 * transaction, each further one in a transaction of its own; a group without waiting jobs is marked with 0. Until then {@code baton_ack} has a note
 * of the batch, so that a crash loses nothing.
 *
 * <p><b>What a fold reads.</b> Of the groups that have ended in it, which steps they belong to, and whether such a step has an open group: an index
 * leads to those that are not marked as ended. Only if one has none, or the batch itself was noted, the order of all steps is read, a thousand at
 * most, with the groups that are open or blocked. A group is marked as ended when its last item has ended, or, if it is blocked then, when it is
 * released. Whether a group is open is read from {@code remaining}: the mark only keeps the index small.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>The last jobs of two steps before the same one end.</em> Both are folded under the lock of the batch, one after the other.
 *   <li><em>A job is delivered twice.</em> Its row is there once; so is its bit, and so is its result, which is written in the transaction that
 *       removes that row.
 *   <li><em>A flow is cancelled while a step is released.</em> Both lock the batch: the second sees the first.
 *   <li><em>Jobs that are being cancelled are about to start.</em> Their rows are locked, without waiting: a job that was claimed by then is
 *       requested to stop.
 *   <li><em>A job that is to be released is locked by another session.</em> The others are released; this one is tried again a little later.
 *   <li><em>A running job adds jobs to its step, while the step ends.</em> It cannot end before that job has, whose bit is read under the lock of the
 *       batch, together with that of its group. Where another server may have locked the batch as well, as with Galera, the row is written.
 *   <li><em>A flow is started twice by the same key.</em> The key is unique; the second waits for the commit of the first, and finds the flow.
 * </ul>
 */
@NullMarked
package io.baton.flow;

import org.jspecify.annotations.NullMarked;
