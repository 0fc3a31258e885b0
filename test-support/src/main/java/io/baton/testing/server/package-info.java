/**
 * The one way to start each database server: on a free port, with data and options of the caller's choice, so that it can be killed
 * and started again, and ends with the JVM however that ends.
 *
 * <p>Knows nothing of jobs or of tests.
 */
@NullMarked
package io.baton.testing.server;

import org.jspecify.annotations.NullMarked;
