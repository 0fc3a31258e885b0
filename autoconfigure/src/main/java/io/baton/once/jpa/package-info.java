/**
 * Rows of entities that are changed once.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.once.jpa;

import org.jspecify.annotations.NullMarked;
