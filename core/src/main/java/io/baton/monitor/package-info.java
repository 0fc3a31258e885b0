/**
 * What operators see of the cluster as a whole: its queues, workers, limits and batches, and how much each node runs.
 *
 * <p>Reads what other capabilities write, locks nothing of theirs and changes nothing. Every result is bounded, however many rows there are: what is
 * counted is counted up to a limit, by an index.
 *
 * <p>Runs are counted in memory. Once a minute a node writes a row for each queue and type of what it has run since its last ones, and none if that is
 * nothing; one node writes the depths of queues too, so a minute without any row is one in which nothing was measured. After an hour, rows are merged
 * into rows of a quarter of an hour, and after a day they are removed. Rows are only added and removed, and the removal locks them, skipping what
 * another node has locked, so nodes do not meet and each row is merged once. A node that stops or dies takes the counts of its last minute with it:
 * they are for charts, and nothing else depends on them.
 *
 * <p>The node on which an operator changes something writes a row of it after the change, which stands if that fails.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.monitor;

import org.jspecify.annotations.NullMarked;
