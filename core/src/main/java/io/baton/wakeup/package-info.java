/**
 * Wakes a resting worker when there may be work.
 *
 * <p>Knows queues by name, and of jobs only their priorities; everything here is a hint that may be lost without losing a job.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>A job is committed while a worker goes to sleep.</em> A wake-up during a turn is remembered and ends the next rest; a node
 *       that starts to listen polls all queues afterwards.
 *   <li><em>A job is committed while a claim is under way that does not see it.</em> A wake-up is used up only by a claim that began
 *       after it. Until then it is kept, and forwarded to other nodes if the claim is full or fails, or the worker leaves.
 *   <li><em>The node that keeps a wake-up dies or hangs.</em> The heartbeat of every other node finds queues with work by itself.
 * </ul>
 */
@NullMarked
package io.baton.wakeup;

import org.jspecify.annotations.NullMarked;
