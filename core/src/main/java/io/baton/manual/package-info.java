/**
 * Runs jobs in the calling thread, through the parts of a real worker, for the test kit.
 *
 * <p>Absent from an application in production; a bean of {@link io.baton.worker.ManualMode} makes it.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.manual;

import org.jspecify.annotations.NullMarked;
