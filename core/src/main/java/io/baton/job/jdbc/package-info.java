/**
 * The SQL of the job store. It is portable where possible; otherwise there is one small class per database.
 *
 * <p>This package knows nothing of its callers, their transactions and threads.
 *
 * <p>This package is internal: it is not for applications and may change in any release.
 */
@NullMarked
package io.baton.job.jdbc;

import org.jspecify.annotations.NullMarked;
