/**
 * Opens Baton's own connections, sets the timeouts of their drivers, and determines on which data source a transaction runs.
 *
 * <p>Works without Hikari. This package does not know Spring Boot, and knows of jobs only the heartbeat that keeps a connection.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.connection;

import org.jspecify.annotations.NullMarked;
