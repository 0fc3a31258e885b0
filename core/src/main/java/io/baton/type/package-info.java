/**
 * What a payload class means: the type's name, its queue and priority, and how it is written and read.
 *
 * <p>Knows neither handlers nor how or when a job is stored.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.type;

import org.jspecify.annotations.NullMarked;
