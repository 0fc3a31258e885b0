/**
 * Shows the shares of queues to operators, and stores their weights.
 *
 * <p>A share has no row of its own: its jobs are stored with its name after the name of the queue, so that they lie together in the index of claims.
 * A row is stored only for a weight that was changed at run time. Which share has the next turn is decided by each node for itself, see {@code
 * io.baton.worker.claim}.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.share;

import org.jspecify.annotations.NullMarked;
