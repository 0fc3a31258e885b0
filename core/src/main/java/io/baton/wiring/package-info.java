/**
 * Puts a node together, by constructors: what stands on the application's connections, and what runs jobs on connections of its own.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.wiring;

import org.jspecify.annotations.NullMarked;
