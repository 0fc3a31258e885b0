/**
 * Writes the results of runs: many outcomes in one transaction, each fenced by the lock id of its claim.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.settle;

import org.jspecify.annotations.NullMarked;
