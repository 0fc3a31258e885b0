/**
 * Stores jobs. This covers their options, the caller's transaction, the single INSERT, and the wake-up after the commit.
 *
 * <p>This package knows neither workers nor SQL.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The transaction of a write</h2>
 *
 * <p>A write joins the caller's transaction if that transaction holds a connection of Baton's data source, whichever manager began it.
 * It refuses a transaction without such a connection, since the job would not commit and roll back with it, and a read-only transaction. While
 * the commit itself flushes, a write is refused, too. If there is no transaction, or the caller's has committed, the write gets a transaction of its
 * own: a write on a connection that has already committed would be committed by accident, or lost.
 */
@NullMarked
package io.baton.enqueue;

import org.jspecify.annotations.NullMarked;
