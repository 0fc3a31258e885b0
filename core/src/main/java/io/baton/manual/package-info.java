/**
 * Runs jobs in the calling thread, through the parts of a real worker, for the test kit.
 *
 * <p>An application in production does not use this package. A bean of {@link io.baton.worker.ManualMode} turns it on.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.manual;

import org.jspecify.annotations.NullMarked;
