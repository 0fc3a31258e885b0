/**
 * Conditions, properties, wiring and the texts of failures at start, and nothing else.
 *
 * <p>The only package that knows Spring Boot's auto-configuration; nothing below knows it.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.autoconfigure;

import org.jspecify.annotations.NullMarked;
