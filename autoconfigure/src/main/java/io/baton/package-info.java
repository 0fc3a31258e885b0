/**
 * Everything an application imports: annotations, the beans it injects, the records it gets back.
 *
 * <p>Knows none of Baton's other packages, so that what is inside can move.
 */
@NullMarked
package io.baton;

import org.jspecify.annotations.NullMarked;
