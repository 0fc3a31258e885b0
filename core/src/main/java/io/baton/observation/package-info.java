/**
 * Micrometer observations of enqueues and of calls of handlers, and the trace that leads from one to the other through the job's row.
 *
 * <p>What an observation handler of the application throws is logged and changes nothing.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.observation;

import org.jspecify.annotations.NullMarked;
