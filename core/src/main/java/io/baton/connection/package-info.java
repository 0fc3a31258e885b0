/**
 * The connections that Baton opens beside the application's, what their drivers are told, and which data source a transaction carries.
 *
 * <p>Hikari may not be there. Knows no Spring Boot, and of jobs only the beat that keeps a connection.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.connection;

import org.jspecify.annotations.NullMarked;
