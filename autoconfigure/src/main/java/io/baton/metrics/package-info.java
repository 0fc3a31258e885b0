/**
 * Meters about jobs and workers.
 *
 * <p>The only package that knows Micrometer's registry; it observes and changes nothing.
 */
@NullMarked
package io.baton.metrics;

import org.jspecify.annotations.NullMarked;
