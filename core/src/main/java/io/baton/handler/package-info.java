/**
 * Finds the application's {@code @JobHandler} methods, refuses those that could not work, and runs one of them on the jobs it is given.
 *
 * <p>Must not know how jobs are stored, claimed or settled, nor on which thread a handler runs.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.handler;

import org.jspecify.annotations.NullMarked;
