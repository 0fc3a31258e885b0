package io.baton.loop;

import java.time.Duration;

/**
 * A part that fails repeatedly.
 *
 * @param part its name
 * @param failure the last one, without values of rows
 * @param lasting how long it has failed
 */
public record Trouble(String part, String failure, Duration lasting) {}
