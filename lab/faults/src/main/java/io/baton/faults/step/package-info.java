/**
 * Jobs of several steps, judged by the rows that they and a receiver have after their processes were killed and frozen: whether each step took effect once,
 * and whether each signal was taken.
 *
 * <p>Uses Baton as an application does, and its tables only to see what is left.
 */
@NullMarked
package io.baton.faults.step;

import org.jspecify.annotations.NullMarked;
