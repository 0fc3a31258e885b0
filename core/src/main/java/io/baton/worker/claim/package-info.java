/**
 * Claims jobs while lanes have room, by wake-ups and polls.
 *
 * <p>A wake-up between an empty claim and the pause that follows is remembered by the loop. A claim whose commit got no response is read by its
 * lock id before the next one is made.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.claim;

import org.jspecify.annotations.NullMarked;
