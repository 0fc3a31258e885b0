/**
 * How a job is stored: options, the caller's transaction, the one INSERT, and the wake-up after commit.
 *
 * <p>Knows neither workers nor SQL.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>Whose transaction</h2>
 *
 * <p>A write joins the caller's transaction if that transaction holds a connection of Baton's data source, whichever manager opened
 * it. A transaction that does not is refused, since the job would not share its fate; so is a read-only one. Once the caller's commit
 * has begun, and where there is no transaction, the write gets a transaction of its own: what is written on a connection that has
 * committed is committed by accident, or lost.
 */
@NullMarked
package io.baton.enqueue;

import org.jspecify.annotations.NullMarked;
