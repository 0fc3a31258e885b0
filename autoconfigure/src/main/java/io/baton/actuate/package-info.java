/**
 * The health and the endpoint of Spring Boot's actuator.
 *
 * <p>The package uses the engine's reports, and makes changes only through {@code Operations}.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.actuate;

import org.jspecify.annotations.NullMarked;
