/**
 * What is to happen once, tried with processes that are killed: jobs with unique keys, effects of {@code Once}, changes under the lock of a row, and
 * ticks of recurring jobs, counted in tables without unique constraints.
 *
 * <p>Uses Baton as an application does, and its tables only to move ticks and to see what is left in them.
 */
@NullMarked
package io.baton.faults.once;

import org.jspecify.annotations.NullMarked;
