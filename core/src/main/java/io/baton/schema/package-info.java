/**
 * Creates and migrates Baton's tables, or reports to an administrator what prevents it.
 *
 * <p>This package does not know what the tables contain: their names come from the migrations.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.schema;

import org.jspecify.annotations.NullMarked;
