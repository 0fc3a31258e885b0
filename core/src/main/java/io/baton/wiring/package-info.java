/**
 * Puts a node together by constructors: the objects on the application's connections, and those that run jobs on connections of their own.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.wiring;

import org.jspecify.annotations.NullMarked;
