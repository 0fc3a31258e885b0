/**
 * Reads the tables of all capabilities for operators.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.monitor.jdbc;

import org.jspecify.annotations.NullMarked;
