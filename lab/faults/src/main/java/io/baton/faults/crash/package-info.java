/**
 * One worker, one fault, at one named point: a sweep over all of them, and the few scenarios that need more than a point.
 *
 * <p>Wraps what the engine stands on from outside; the engine has no hooks.
 */
@NullMarked
package io.baton.faults.crash;

import org.jspecify.annotations.NullMarked;
