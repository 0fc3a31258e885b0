/**
 * The statements about schedules.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.recurring.jdbc;

import org.jspecify.annotations.NullMarked;
