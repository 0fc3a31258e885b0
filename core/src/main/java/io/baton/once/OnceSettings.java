package io.baton.once;

import java.time.Duration;

/**
 * The settings of {@code Once}.
 *
 * @param lease how long a claim outside of a job is valid
 * @param longestWait how long to wait for another caller's action
 * @param retention how long a row is kept
 * @param maxOutcome the maximum size of an outcome's JSON, in bytes
 */
public record OnceSettings(Duration lease, Duration longestWait, Duration retention, int maxOutcome) {}
