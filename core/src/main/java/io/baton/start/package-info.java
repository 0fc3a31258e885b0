/**
 * What a start ends with that Baton refuses.
 *
 * <p>Knows nothing of what is refused, or why.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.start;

import org.jspecify.annotations.NullMarked;
