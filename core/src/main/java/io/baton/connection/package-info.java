/**
 * The connections that Baton opens beside the application's, the timeouts of their drivers, and which data source a transaction carries.
 *
 * <p>Hikari may not be there. Knows no Spring Boot, and of jobs only the heartbeat that keeps a connection.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.connection;

import org.jspecify.annotations.NullMarked;
