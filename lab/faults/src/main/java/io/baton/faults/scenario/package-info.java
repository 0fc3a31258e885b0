/**
 * One scenario for each way in which Baton once failed: a cluster of real processes, one fault, one figure.
 *
 * <p>Knows the tables of Baton, through which it prepares states that would take hours to come about.
 */
@NullMarked
package io.baton.faults.scenario;

import org.jspecify.annotations.NullMarked;
