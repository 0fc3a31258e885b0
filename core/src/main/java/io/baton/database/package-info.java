/**
 * Runs statements on a database in its dialect, and the short transactions of Baton's own.
 *
 * <p>This package knows nothing of jobs, or of any table.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.database;

import org.jspecify.annotations.NullMarked;
