/**
 * Sequences, judged by what handlers of real processes write down while these are killed and frozen: whether the jobs of a key run one at a time, in the
 * order of their ids.
 *
 * <p>Uses Baton as an application does, and its tables only to see whose claim holds and what is left.
 */
@NullMarked
package io.baton.faults.order;

import org.jspecify.annotations.NullMarked;
