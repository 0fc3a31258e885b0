/**
 * How the store speaks to a database: the statements, portable where they can be, and one small class per database where they cannot.
 *
 * <p>Knows nothing of who calls, in which transaction or on which thread.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.job.jdbc;

import org.jspecify.annotations.NullMarked;
