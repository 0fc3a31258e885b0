/**
 * What a handler gets while it runs: its context, checkpoints, progress, portions of a large table, and its transaction.
 *
 * <p>Every write is fenced by the lock id of the claim. A transaction touches the rows of its jobs last, so that a long handler holds none.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.context;

import org.jspecify.annotations.NullMarked;
