/**
 * What operators see of the cluster as a whole: its queues, workers, limits and batches.
 *
 * <p>Reads what other capabilities write, locks nothing and changes nothing. Every answer is bounded, however many rows there are: what is
 * counted is counted up to a limit, by an index.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.monitor;

import org.jspecify.annotations.NullMarked;
