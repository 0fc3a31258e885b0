/**
 * The types of jobs: the name, queue and priority of a payload's class, and the codec that writes and reads it.
 *
 * <p>This package knows neither handlers nor how or when a job is stored.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.type;

import org.jspecify.annotations.NullMarked;
