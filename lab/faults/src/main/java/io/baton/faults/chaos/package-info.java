/**
 * Chaos by a seed: a fleet of workers, clients that enqueue, a plan of faults, and a checker of their history.
 *
 * <p>Knows Baton's tables only to check them.
 */
@NullMarked
package io.baton.faults.chaos;

import org.jspecify.annotations.NullMarked;
