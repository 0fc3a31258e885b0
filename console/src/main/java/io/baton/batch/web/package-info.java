/**
 * Batches over HTTP, for services that are not on the JVM. An application enables these routes for Spring MVC.
 *
 * <p>The routes share only security, filters and CORS with the application's own web interface. They have their own JSON mapper and their own
 * handling of failures, so that the OpenAPI document is correct in every application.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.batch.web;

import org.jspecify.annotations.NullMarked;
