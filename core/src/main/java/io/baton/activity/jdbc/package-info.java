/**
 * Keeps in a relational database how much ran.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.activity.jdbc;

import org.jspecify.annotations.NullMarked;
