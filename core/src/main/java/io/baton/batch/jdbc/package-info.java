/**
 * Batches in a relational database.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.batch.jdbc;

import org.jspecify.annotations.NullMarked;
