/**
 * One story for each way in which Baton once failed: a cluster of real processes, one fault, one figure.
 *
 * <p>Knows the tables of Baton, through which it sets scenes that would take hours to come about.
 */
@NullMarked
package io.baton.faults.story;

import org.jspecify.annotations.NullMarked;
