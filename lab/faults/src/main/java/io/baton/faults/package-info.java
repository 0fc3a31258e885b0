/**
 * Fault tests: real workers in real JVMs on a real database, faults by a seed, and checkers of what must hold afterwards.
 *
 * <p>Not part of what is published; uses Baton as an application does, through its starter.
 */
@NullMarked
package io.baton.faults;

import org.jspecify.annotations.NullMarked;
