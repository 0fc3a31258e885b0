/**
 * Two releases of Baton on one database: processes of each run jobs of every kind that processes of both enqueue, and are killed and replaced by
 * those of the other.
 *
 * <p>What runs in these processes uses what applications use, so that it runs with the classes of either.
 */
@NullMarked
package io.baton.faults.upgrade;

import org.jspecify.annotations.NullMarked;
