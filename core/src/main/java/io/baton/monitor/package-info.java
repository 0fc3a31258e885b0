/**
 * The state of the cluster for operators: its queues, workers, limits and batches, and the runs of each node.
 *
 * <p>This package reads rows of other capabilities, and neither locks nor changes them. Every result is bounded, however many rows there are: counts
 * are made by an index and end at a limit.
 *
 * <p>Runs are counted in memory. Once a minute a node writes a row for each queue and type that had runs since its last rows. One node writes the
 * depths of queues too, so a minute without any row was not measured. After an hour, rows are merged into rows of a quarter of an hour, and after a
 * day they are removed. Rows are never changed. Only nodes of the version before write the columns {@code wait_0} to {@code wait_11}. A removal locks
 * rows and skips those that another node has locked, so that nodes do not wait for each other and each row is merged once. The counts of the last
 * minute of a node that stops or dies are lost: only charts use them.
 *
 * <p>After a change by an operator, the node writes a row about the change. If that fails, the change still stands.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.monitor;

import org.jspecify.annotations.NullMarked;
