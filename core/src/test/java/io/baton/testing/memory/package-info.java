/**
 * The job and worker stores without a database: the same compare-and-set rules on maps, with transactions that lock, commit and roll back.
 *
 * <p>Knows no engine; what it promises is the contract that the real stores keep.
 */
@NullMarked
package io.baton.testing.memory;

import org.jspecify.annotations.NullMarked;
