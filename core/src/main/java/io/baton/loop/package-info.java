/**
 * A step that is repeated on a thread of its own, rests in between and survives its failures.
 *
 * <p>Knows nothing of jobs.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.loop;

import org.jspecify.annotations.NullMarked;
