/**
 * The ground floor: how statements reach a database, in which words it differs from others, and the short transactions of Baton's own.
 *
 * <p>Knows nothing of jobs, or of any table. Internal: not for applications.
 */
@NullMarked
package io.baton.database;

import org.jspecify.annotations.NullMarked;
