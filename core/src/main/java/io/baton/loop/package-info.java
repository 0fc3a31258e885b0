/**
 * Repeats a step on a separate thread, which rests in between and continues after failures.
 *
 * <p>This package knows nothing of jobs.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.loop;

import org.jspecify.annotations.NullMarked;
