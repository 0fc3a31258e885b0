/**
 * The statements about what is done once.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.once.jdbc;

import org.jspecify.annotations.NullMarked;
