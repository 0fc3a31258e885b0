/**
 * Runs the real engine on virtual time: several workers and sweepers over one store in memory, every step, fault and pause chosen by a
 * seed, exactly one of them at a time, and a ledger that knows what must never happen.
 *
 * <p>Knows no thread but the one that has the turn, and no clock.
 */
@NullMarked
package io.baton.simulation;

import org.jspecify.annotations.NullMarked;
