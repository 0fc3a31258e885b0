/**
 * The statements that read portions.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.chunk.jdbc;

import org.jspecify.annotations.NullMarked;
