/**
 * The work after time and crashes: one thread, a list of tasks, each done in bounded portions on any number of nodes at once.
 *
 * <p>Knows no handlers and no workers of this node.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.sweep;

import org.jspecify.annotations.NullMarked;
