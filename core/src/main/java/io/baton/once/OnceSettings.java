package io.baton.once;

import java.time.Duration;

/**
 * How things are done once.
 *
 * @param lease how long a claim stands that belongs to no job
 * @param longestWait how long to wait while somebody else acts
 * @param retention how long it is kept that something was done
 * @param lockTimeout how long to wait for a row
 * @param maxOutcome how large the JSON of an outcome may be, in bytes
 */
public record OnceSettings(
        Duration lease, Duration longestWait, Duration retention, Duration lockTimeout, int maxOutcome) {}
