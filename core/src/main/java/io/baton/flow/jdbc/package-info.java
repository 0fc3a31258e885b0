/**
 * The statements about flows.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.flow.jdbc;

import org.jspecify.annotations.NullMarked;
