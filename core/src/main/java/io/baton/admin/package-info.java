/**
 * What operators and applications do with jobs: the bean {@link io.baton.Jobs}.
 *
 * <p>Knows neither workers nor SQL.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.admin;

import org.jspecify.annotations.NullMarked;
