/**
 * Micrometer observations of enqueues and of handler calls. The job's row has the trace of its enqueue, which the call continues.
 *
 * <p>An exception of the application's observation handlers is logged and has no other effect.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.observation;

import org.jspecify.annotations.NullMarked;
