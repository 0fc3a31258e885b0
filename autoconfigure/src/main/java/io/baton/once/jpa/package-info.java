/**
 * Changes rows of entities once, under their locks.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.once.jpa;

import org.jspecify.annotations.NullMarked;
