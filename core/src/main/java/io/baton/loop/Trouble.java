package io.baton.loop;

import java.time.Duration;

/**
 * A part that fails repeatedly.
 *
 * @param failure the text of the last failure, without values of rows
 * @param lasting how long the part has failed
 */
public record Trouble(String part, String failure, Duration lasting) {}
