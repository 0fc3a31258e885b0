/**
 * Everything an application imports: annotations, the beans it injects, what it gets back. Only this package and {@code io.baton.jpa}
 * are for applications; every other one is internal.
 *
 * <p>Knows none of Baton's other packages, so that what is inside can move.
 */
@NullMarked
package io.baton;

import org.jspecify.annotations.NullMarked;
