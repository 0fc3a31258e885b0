/**
 * Finds the application's {@code @JobHandler} methods, refuses methods that cannot work, and calls a method with jobs.
 *
 * <p>This package does not know how jobs are stored, claimed or settled, nor on which thread a handler runs.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.handler;

import org.jspecify.annotations.NullMarked;
