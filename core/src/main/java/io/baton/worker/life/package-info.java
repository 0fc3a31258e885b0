/**
 * A worker from start to stop: how it is put together, its heartbeat, its loops and the order in which they end.
 *
 * <p>A worker that learns that it was declared dead drops what it holds and continues under a new identity; what it still writes under old lock ids
 * is fenced by the store.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.life;

import org.jspecify.annotations.NullMarked;
