/**
 * An application that turns files into jobs and jobs into totals, with a page to watch it work.
 *
 * <p>Knows Baton by {@code io.baton} alone, as any application does.
 */
@NullMarked
package io.baton.sample;

import org.jspecify.annotations.NullMarked;
