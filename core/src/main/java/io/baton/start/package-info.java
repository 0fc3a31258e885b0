/**
 * The exception with which Baton refuses a start.
 *
 * <p>This package does not know which starts are refused, or why.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.start;

import org.jspecify.annotations.NullMarked;
