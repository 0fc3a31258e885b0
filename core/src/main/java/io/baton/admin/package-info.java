/**
 * What operators and applications do with jobs: the bean {@link io.baton.Jobs}.
 *
 * <p>Knows neither who runs jobs nor how a row is written.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.admin;

import org.jspecify.annotations.NullMarked;
