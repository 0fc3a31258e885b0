/**
 * The SQL of the job store. It is portable where possible; otherwise there is one small class per database.
 *
 * <p>This package knows nothing of its callers, their transactions and threads.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.job.jdbc;

import org.jspecify.annotations.NullMarked;
