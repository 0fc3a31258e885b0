/**
 * Limits that hold for a whole cluster, counted by what handlers of real processes write down: how many ran at once, how many started in any time.
 *
 * <p>Uses Baton as an application does, and its tables only to see what is left in them.
 */
@NullMarked
package io.baton.faults.limit;

import org.jspecify.annotations.NullMarked;
