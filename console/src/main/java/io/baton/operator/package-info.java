/**
 * The reads and changes of operators, by name: each kind of thing is a {@code Resource}. The actuator endpoint and the dashboard use
 * them.
 *
 * <p>Every list is a page, continued by a key. What may hold secrets (payloads, results, messages of exceptions) is left out unless it is
 * requested.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.operator;

import org.jspecify.annotations.NullMarked;
