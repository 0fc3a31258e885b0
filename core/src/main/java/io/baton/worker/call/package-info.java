/**
 * This package calls handlers: it reads payloads, records the start where that is needed, calls, and turns the return value or exception into
 * results. It also serves a handler while it runs: with its context, checkpoints, progress, portions of a large table, and its transaction.
 *
 * <p>Every write is fenced by the lock id of the claim. A transaction writes to the rows of its jobs last, so that a long handler locks none.
 *
 * <p>A claim whose state is uncertain, such as after a commit without a response, is read from the database and never guessed.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.call;

import org.jspecify.annotations.NullMarked;
