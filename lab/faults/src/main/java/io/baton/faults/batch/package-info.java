/**
 * Batches and flows whose processes are killed and frozen while they find out whether all is done, or release what waited for it, counted by what
 * handlers write with their own transactions.
 *
 * <p>Uses Baton as an application does, and its tables only to see what is left in them.
 */
@NullMarked
package io.baton.faults.batch;

import org.jspecify.annotations.NullMarked;
