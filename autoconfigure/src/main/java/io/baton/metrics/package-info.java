/**
 * Meters about jobs, workers and their tables.
 *
 * <p>The only package that knows Micrometer's registry; it observes and changes nothing.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.metrics;

import org.jspecify.annotations.NullMarked;
