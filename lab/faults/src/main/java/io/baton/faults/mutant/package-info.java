/**
 * Engines broken on purpose, each in one place, to see whether the rest of this module finds it.
 *
 * <p>Breaks copies of the sources, never the engine itself.
 */
@NullMarked
package io.baton.faults.mutant;

import org.jspecify.annotations.NullMarked;
