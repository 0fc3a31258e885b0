/**
 * Changes rows of entities once, under their locks.
 *
 * <p>This package is internal: it is not for applications and may change in any release.
 */
@NullMarked
package io.baton.once.jpa;

import org.jspecify.annotations.NullMarked;
