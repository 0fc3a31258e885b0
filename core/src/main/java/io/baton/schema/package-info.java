/**
 * Creates and migrates Baton's tables, or reports to an administrator what prevents it.
 *
 * <p>Knows nothing of what the tables hold: their names come from the migrations. Two rows are its own, on which it tries the locks of the server.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.schema;

import org.jspecify.annotations.NullMarked;
