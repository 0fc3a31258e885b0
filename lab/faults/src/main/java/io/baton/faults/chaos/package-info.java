/**
 * Chaos by a seed: a fleet of workers, those who enqueue, a plan of faults, and the invariants of what is left.
 *
 * <p>Knows Baton's tables only to check them.
 */
@NullMarked
package io.baton.faults.chaos;

import org.jspecify.annotations.NullMarked;
