/**
 * Meters about jobs, workers and their tables.
 *
 * <p>Only this package uses Micrometer's registry. It observes and changes nothing.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.metrics;

import org.jspecify.annotations.NullMarked;
