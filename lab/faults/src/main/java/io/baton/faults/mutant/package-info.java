/**
 * Engines broken on purpose, each in one place, to see whether the rest of this module notices.
 *
 * <p>Breaks copies of the sources; the engine itself is never touched.
 */
@NullMarked
package io.baton.faults.mutant;

import org.jspecify.annotations.NullMarked;
