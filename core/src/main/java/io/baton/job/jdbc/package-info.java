/**
 * The SQL of the job store: portable where possible, and one small class per database where not.
 *
 * <p>Knows nothing of its callers, their transactions and threads.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.job.jdbc;

import org.jspecify.annotations.NullMarked;
