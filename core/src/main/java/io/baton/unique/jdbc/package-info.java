/**
 * The statements on unique keys.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.unique.jdbc;

import org.jspecify.annotations.NullMarked;
