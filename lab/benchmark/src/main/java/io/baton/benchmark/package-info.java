/**
 * The driver: starts the servers and the contestants' JVMs, has them work in turns, checks that every job ran exactly once, and reports.
 *
 * <p>Knows no contestant's library; those are behind the nodes.
 */
@NullMarked
package io.baton.benchmark;

import org.jspecify.annotations.NullMarked;
