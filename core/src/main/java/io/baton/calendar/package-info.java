/**
 * The days without work, and the windows of time in which jobs of a queue may start.
 *
 * <p>This package knows neither jobs nor schedules, and reads no clock: its callers pass the time of the database.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.calendar;

import org.jspecify.annotations.NullMarked;
