/**
 * Meters about jobs, workers and their tables.
 *
 * <p>The only package that knows Micrometer's registry; it observes and changes nothing.
 */
@NullMarked
package io.baton.metrics;

import org.jspecify.annotations.NullMarked;
