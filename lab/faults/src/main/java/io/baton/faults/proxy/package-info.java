/**
 * A TCP proxy that does to connections what networks do to them.
 *
 * <p>Knows nothing of databases or jobs.
 */
@NullMarked
package io.baton.faults.proxy;

import org.jspecify.annotations.NullMarked;
