/**
 * Claims jobs while lanes have room, by wake-ups and polls.
 *
 * <p>The loop remembers a wake-up between an empty claim and the pause that follows. It reads a claim whose commit got no response by its lock id
 * before it makes the next one.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.claim;

import org.jspecify.annotations.NullMarked;
