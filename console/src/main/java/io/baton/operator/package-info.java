/**
 * The reads and changes of operators. Each kind of items is a {@code Resource}. The actuator endpoint and the dashboard use this package.
 *
 * <p>A list is read page by page, each of which continues after a key. Possible secrets (payloads, results, messages of exceptions) are masked unless
 * {@code Shown.ALL} is given.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.operator;

import org.jspecify.annotations.NullMarked;
