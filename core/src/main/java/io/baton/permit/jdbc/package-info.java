/**
 * The statements about limits and permits. Admission is the one way out of BLOCKED, and locks and changes rows of jobs.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.permit.jdbc;

import org.jspecify.annotations.NullMarked;
