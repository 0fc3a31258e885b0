/**
 * How much each node runs, minute by minute, kept for the last hours: what a chart of the whole cluster is drawn from.
 *
 * <p>Runs are counted in memory. Once a minute a node writes one row of what it has run since its last one, and none if that is nothing; whoever
 * writes removes a portion of rows that are too old. Rows are only added and removed, so nodes do not meet. A node that stops or dies takes the
 * counts of its last minute with it: they are for charts, and nothing else depends on them.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.activity;

import org.jspecify.annotations.NullMarked;
