/**
 * Runs jobs in the calling thread, through the parts of a real worker, for the test kit.
 *
 * <p>An application in production has none of its classes as beans. A bean of {@link io.baton.worker.ManualMode} turns them on.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.manual;

import org.jspecify.annotations.NullMarked;
