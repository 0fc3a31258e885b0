/**
 * Database clusters that lose their primary, their quorum and their network while an application enqueues and runs jobs of every kind, counted by what its
 * handlers write with their own transactions.
 *
 * <p>The clusters are those of the scripts in {@code lab/faults/clusters}. Clients, handlers and faults write histories, which {@link io.baton.history.CheckHistory} judges.
 */
@NullMarked
package io.baton.faults.cluster;

import org.jspecify.annotations.NullMarked;
