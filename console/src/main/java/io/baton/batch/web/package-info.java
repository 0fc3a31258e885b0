/**
 * Batches over HTTP, for services that are not on the JVM: routes for Spring MVC, which an application switches on.
 *
 * <p>Stands beside the application's own web interface and takes nothing from it but its security, filters and CORS: JSON is read and written by a
 * mapper of its own, and failures are handled here, so that the document that is served with the routes holds in every application.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.batch.web;

import org.jspecify.annotations.NullMarked;
