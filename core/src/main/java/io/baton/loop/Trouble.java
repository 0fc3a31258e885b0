package io.baton.loop;

import java.time.Duration;

/**
 * Something that fails again and again.
 *
 * @param part what it is called
 * @param failure the last one; tells nothing of what rows hold
 * @param lasting for how long nothing has worked
 */
public record Trouble(String part, String failure, Duration lasting) {}
