/**
 * Runs jobs in the calling thread, through the parts of a real worker: what the test kit stands on.
 *
 * <p>Nothing of it is there in an application that runs; a bean of {@link io.baton.worker.ManualMode} makes it.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.manual;

import org.jspecify.annotations.NullMarked;
