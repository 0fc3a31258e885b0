/**
 * Wakes an idle worker when there may be work.
 *
 * <p>This package knows queues by name, and only the priorities of jobs. Each wake-up is a hint: if it is lost, no job is lost.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <p><b>Races, and how each is closed.</b>
 *
 * <ul>
 *   <li><em>A job is committed while a worker goes to sleep.</em> A wake-up during a turn is kept and ends the next rest. A node
 *       that begins to listen polls all queues afterwards.
 *   <li><em>A job is committed during a claim that does not see it.</em> Only a claim that began after a wake-up uses it up.
 *       Until then the wake-up is kept. It is forwarded to other nodes if the claim is full or fails, or the worker leaves.
 *   <li><em>The node that keeps a wake-up dies or hangs.</em> Every other node finds queues with work by its own heartbeat.
 * </ul>
 */
@NullMarked
package io.baton.wakeup;

import org.jspecify.annotations.NullMarked;
