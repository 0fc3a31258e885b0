/**
 * The auto-configuration: conditions, properties, beans and the messages of failed starts.
 *
 * <p>Only this package uses Spring Boot's auto-configuration, and no other package uses this one.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.autoconfigure;

import org.jspecify.annotations.NullMarked;
