/**
 * This package puts a worker together, sends its heartbeats, runs its loops, and ends them in order.
 *
 * <p>A worker that learns that it was declared dead drops what it holds and continues under a new identity; the store fences what it still writes
 * under old lock ids.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.life;

import org.jspecify.annotations.NullMarked;
