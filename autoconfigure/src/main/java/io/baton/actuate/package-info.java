/**
 * What operators see through Spring Boot's actuator.
 *
 * <p>Knows the engine only by its reports; changes nothing.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.actuate;

import org.jspecify.annotations.NullMarked;
