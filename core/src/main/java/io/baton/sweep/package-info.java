/**
 * Does the work that time and crashes cause: one thread runs a list of tasks, each in bounded portions, on any number of nodes at once.
 *
 * <p>It knows no handlers and no worker of this node.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.sweep;

import org.jspecify.annotations.NullMarked;
